// Operations in loops stand for several (figures 6.9 and 6.10): two rounds of one thread and one of
// another come in three orders; two and two in six, the order that comes by itself and five more.
//
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --all --out %t | FileCheck %s
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --no-priority --all --out %t | FileCheck %s
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --all --out %t -- -DROUNDS=2 | FileCheck %s --check-prefix=TWO
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --no-priority --all --out %t -- -DROUNDS=2 | FileCheck %s --check-prefix=TWO
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef ROUNDS
#define ROUNDS 1
#endif

static atomic_int last;
static int before[2][2]; // What each round found there.

static void *one(void *unused) {
  for (int i = 0; i < 2; ++i)
    before[0][i] = atomic_exchange(&last, 1);
  return unused;
}

static void *other(void *unused) {
  for (int i = 0; i < ROUNDS; ++i)
    before[1][i] = atomic_exchange(&last, 2);
  return unused;
}

static int is(int a, int b, int c, int d) {
  return before[0][0] == a && before[0][1] == b && before[1][0] == c && before[1][1] == d;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, other, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
#if ROUNDS == 1
  // CHECK-DAG: assertion failed: !is(0, 1, 1, 0)
  assert(!is(0, 1, 1, 0));
  // CHECK-DAG: assertion failed: !is(0, 2, 1, 0)
  assert(!is(0, 2, 1, 0));
  // CHECK-DAG: assertion failed: !is(2, 1, 0, 0)
  assert(!is(2, 1, 0, 0));
#else
  // TWO-DAG: assertion failed: !is(0, 1, 1, 2)
  assert(!is(0, 1, 1, 2));
  // TWO-DAG: assertion failed: !is(0, 2, 1, 1)
  assert(!is(0, 2, 1, 1));
  // TWO-DAG: assertion failed: !is(0, 2, 1, 2)
  assert(!is(0, 2, 1, 2));
  // TWO-DAG: assertion failed: !is(2, 1, 0, 1)
  assert(!is(2, 1, 0, 1));
  // TWO-DAG: assertion failed: !is(2, 2, 0, 1)
  assert(!is(2, 2, 0, 1));
  // TWO-DAG: assertion failed: !is(2, 1, 0, 2)
  assert(!is(2, 1, 0, 2));
#endif
  return 0;
}
