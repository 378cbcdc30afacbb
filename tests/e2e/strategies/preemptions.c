// A bug that takes two preemptions: both threads must be stopped between test and use. Fewer find
// nothing and say so; more find it with two.
// RUN: %exits 3 %heddle check %s --preemptions 1 --no-races --out %t | FileCheck %s --check-prefix=ONE
// ONE: incomplete: preemptions: executions with more than 1 preemption were not tried
// ONE: unknown:
// RUN: %exits 1 %heddle check %s --strategy exhaustive --preemptions 7 --no-races --stats --out %t | FileCheck %s
// CHECK: [[#@LINE+33]]:5: error: assertion failed: 0 [assertion]
// CHECK: preemptions 2

// RUN: %exits 1 %heddle check %s --strategy dpor --preemptions 7 --no-races --stats --out %t | FileCheck %s

// A bound that nothing reaches makes the search no less complete.
// RUN: %exits 0 %heddle check %s --strategy exhaustive --preemptions 99 --no-races --out %t -- -DFIXED | FileCheck %s --check-prefix=SAFE
// SAFE-NOT: incomplete
// SAFE: safe:
// RUN: %ends --within 3 --reason time -- %heddle check %root/tests/e2e/limits/Inputs/ages.c --preemptions 99 --time 1 --out %t

// RUN: %exits 2 %heddle check %s --strategy exhaustive --preemptions 2 --dedup | FileCheck %s --check-prefix=DEDUP
// DEDUP: error: --dedup cannot keep to --preemptions
// RUN: %exits 2 %heddle check %s --preemptions 2 --strategy pct | FileCheck %s --check-prefix=PCT
// PCT: error: --preemptions means nothing to the strategy 'pct', {{.*}}; it is for 'auto', 'exhaustive' and 'dpor'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void *first(void *unused) {
  a = 1;
  b = 1;
  a = 2;
  return unused;
}

static void *second(void *unused) {
#ifdef FIXED
  (void)b;
#else
  if (a == 1 && b == 0 && a == 2)
    assert(0);
#endif
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
