// A long run of one thread is folded, unless every step is asked for. A test that is edited by hand
// so that it describes another run is followed, and what it expects is not met.
// RUN: %exits 1 %heddle check %s --out %t | FileCheck %s --check-prefix=FOLDED
// RUN: %exits 1 %heddle replay %t/assertion-steps.c-27.heddle | FileCheck %s --check-prefix=FOLDED
// RUN: %exits 1 %heddle replay --steps %t/assertion-steps.c-27.heddle | FileCheck %s --check-prefix=STEPS
// FOLDED: values[2] = 2
// FOLDED: more operations of T1
// FOLDED-NOT: values[15] = 15
// STEPS: values[2] = 2
// STEPS: values[15] = 15
// STEPS: values[29] = 29
// RUN: sed -e 's/^expect assertion/expect deadlock/' %t/assertion-steps.c-27.heddle > %t/other.heddle
// RUN: %exits 3 %heddle replay %t/other.heddle | FileCheck %s --check-prefix=OTHER
// OTHER: incomplete: not-reproduced: the run ended without the expected deadlock
// OTHER: unknown: 1 execution
#include <assert.h>
#include <pthread.h>

static int values[30];

static void *fill(void *unused) {
  for (int i = 0; i < 30; ++i)
    values[i] = i;
  return unused;
}

static void check(int sum) { assert(sum != 435); }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, fill, 0);
  pthread_join(thread, 0);
  int sum = 0;
  for (int i = 0; i < 30; ++i)
    sum += values[i];
  check(sum);
  return 0;
}
