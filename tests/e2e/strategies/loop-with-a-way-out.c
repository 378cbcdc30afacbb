// A loop that waits for one variable looks at another on the way: what it would do earlier depends
// on both. The failure needs the second thread inside the loop between two stores of the first.
// RUN: %exits 1 %heddle check %s --strategy dpor --property assertion --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --no-observers --property assertion --out %t | FileCheck %s
// CHECK: error: assertion failed: !(gaveUp && seen == 0)

// It stores the same on every round: the first changes something, the others only wait.
// RUN: %exits 1 %heddle check %s --strategy dpor --property assertion --out %t --time 60 -- -DSTAYS | FileCheck %s --check-prefix=STAYS
// STAYS: error: assertion failed: !(gaveUp && seen == 0)
// STAYS-NOT: incomplete
// STAYS: {{^}}bug:
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy, other, turn;
static int seen = -1, gaveUp;

static void *first(void *unused) {
  atomic_store(&busy, 1);
  seen = atomic_load(&other);
#ifndef STAYS
  atomic_store(&turn, 1);
#endif
  atomic_store(&busy, 0);
  return unused;
}

static void *second(void *unused) {
  atomic_store(&other, 1);
  while (atomic_load(&busy))
    if (atomic_load(&turn) == 0) {
      gaveUp = 1;
#ifndef STAYS
      break;
#endif
    }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert(!(gaveUp && seen == 0));
  return 0;
}
