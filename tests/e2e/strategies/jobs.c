// Several threads search what one does: the same executions, the same bugs.
// RUN: %exits 0 %heddle check %s --strategy dpor --jobs 1 --out %t | FileCheck %s
// RUN: %exits 0 %heddle check %s --strategy dpor --jobs 2 --out %t | FileCheck %s
// RUN: %exits 0 %heddle check %s --strategy dpor --jobs 5 --out %t | FileCheck %s
// CHECK: {{^}}safe: 1680 executions, 0 pruned, {{[0-9]+}} states

// RUN: %exits 1 %heddle check %s --strategy dpor --jobs 3 --all --out %t -- -DBUG | FileCheck %s --check-prefix=BUG
// BUG-DAG: jobs.c:[[#@LINE+29]]:3: error: assertion failed: sum != 3
// BUG-DAG: jobs.c:[[#@LINE+31]]:3: error: assertion failed: sum != 6
// BUG: {{^}}bug: 73647 executions

// RUN: %exits 2 %heddle check %s --strategy dpor --jobs 0 --out %t 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: --workers
// RUN: %exits 2 %heddle check %s --strategy pct --jobs 2 --out %t 2>&1 | FileCheck %s --check-prefix=WHO
// WHO: --workers means nothing to the strategy 'pct'
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *unused) {
  for (int i = 0; i < 3; ++i) {
    pthread_mutex_lock(&mutex);
    ++sum;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], 0, add, 0);
#ifdef BUG
  pthread_mutex_lock(&mutex);
  assert(sum != 3);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  assert(sum != 6);
  pthread_mutex_unlock(&mutex);
#endif
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  assert(sum == 9);
  return 0;
}
