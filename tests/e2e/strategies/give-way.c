// Two threads that take two locks in opposite orders and give way to each other. They may do so for
// ever, and all states are seen nevertheless.
// RUN: %exits 0 %heddle check %s --strategy exhaustive --out %t | FileCheck %s
// RUN: %exits 0 %heddle check %s --strategy exhaustive --dedup --out %t | FileCheck %s
// CHECK-NOT: incomplete
// CHECK: {{^}}safe:
// A search that tells no states apart follows them for some rounds, and says so.
// RUN: %exits 3 %heddle check %s --strategy dpor --out %t | FileCheck %s --check-prefix=DPOR
// DPOR: incomplete: rounds at {{.*}}give-way.c:{{[0-9]+}}:{{[0-9]+}}: threads that may go round for ever
// DPOR: {{^}}unknown:

// By itself Heddle has the other one tell.
// RUN: %exits 0 %heddle check %s --out %t | FileCheck %s --check-prefix=AUTO
// AUTO: auto: dpor ({{[0-9]+}} executions), exhaustive ({{[0-9]+}})
// AUTO: {{^}}safe: {{.*}} by exhaustive;

// One that gives way to a thread which does not is no such case.
// RUN: %exits 0 %heddle check %s --strategy dpor --out %t -- -DONE | FileCheck %s
// RUN: %exits 0 %heddle check %s --out %t -- -DONE | FileCheck %s
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0)
      return;
    pthread_mutex_unlock(first);
  }
}

static void *work(void *unused) {
#ifdef ONE
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
#else
  take(&a, &b);
#endif
  ++count;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  take(&b, &a);
  ++count;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  pthread_join(thread, 0);
  assert(count == 2);
  return 0;
}
