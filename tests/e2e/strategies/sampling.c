// Found by chance, with a test that replays; the same seed finds the same.
// RUN: rm -rf %t && mkdir %t
// RUN: %exits 1 %heddle check %s --strategy pct --no-races --out %t/pct --json %t/1.json | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy pct --no-races --seed 0 --out %t/same
// RUN: diff %t/pct/assertion-sampling.c-47.heddle %t/same/assertion-sampling.c-47.heddle
// RUN: %exits 1 %heddle replay %t/pct/assertion-sampling.c-47.heddle | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy random --no-races --seed 11 --out %t/random | FileCheck %s
// RUN: %exits 1 %heddle replay %t/random/assertion-sampling.c-47.heddle | FileCheck %s
// CHECK: sampling.c:47:3: error: assertion failed: taken != 3 [assertion]

// Few runs find nothing, which says nothing.
// RUN: %exits 3 %heddle check %s --strategy pct --depth 1 --runs 20 --no-races --out %t | FileCheck %s --check-prefix=UNKNOWN
// RUN: %exits 3 %heddle check %s --strategy random --runs 20 --no-races --out %t -- -DFIXED | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: incomplete: sampled: 20 runs were sampled; what others do is not known
// UNKNOWN: unknown: 20 executions, 0 pruned,
// RUN: %ends --within 3 --reason time -- %heddle check %s --strategy random --runs 1000000000 --time 1 --no-races --out %t -- -DFIXED
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 2;
static int taken;

static void *take(void *unused) {
#ifdef FIXED
  pthread_mutex_lock(&lock);
  if (stock > 0) {
    --stock;
    ++taken;
  }
  pthread_mutex_unlock(&lock);
#else
  pthread_mutex_lock(&lock);
  int left = stock;
  pthread_mutex_unlock(&lock);
  if (left > 0) {
    pthread_mutex_lock(&lock);
    --stock;
    ++taken;
    pthread_mutex_unlock(&lock);
  }
#endif
  return unused;
}

static void check(void) {
  assert(taken != 3);
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], 0, take, 0);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  check();
  return 0;
}
