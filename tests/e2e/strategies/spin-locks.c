// Loops that wait for another thread come to an end with dpor, without a bound on their iterations:
// every lock keeps two threads apart in each of two rounds.
// RUN: %exits 0 %heddle check %s --strategy dpor --out %t -- -DTEST_AND_SET | FileCheck %s
// RUN: %exits 0 %heddle check %s --strategy dpor --out %t -- -DTICKET | FileCheck %s
// RUN: %exits 0 %heddle check %s --strategy dpor --out %t -- -DPETERSON | FileCheck %s
// RUN: %exits 0 %heddle check %s --strategy dpor --out %t -- -DDEKKER | FileCheck %s
// RUN: %exits 0 %heddle check %s --strategy dpor --out %t -- -DSZYMANSKI | FileCheck %s
// CHECK-NOT: incomplete
// CHECK: {{^}}safe: {{.*}} covers assertion, deadlock, hang, race

// A lock that nobody gives back is waited for in vain, and that is said.
// RUN: %exits 1 %heddle check %s --strategy dpor --out %t -- -DTEST_AND_SET -DKEPT | FileCheck %s --check-prefix=KEPT
// RUN: %exits 1 %heddle check %s --strategy dpor --out %t -- -DTICKET -DKEPT | FileCheck %s --check-prefix=KEPT
// RUN: %exits 1 %heddle check %s --strategy dpor --out %t -- -DPETERSON -DKEPT | FileCheck %s --check-prefix=KEPT
// RUN: %exits 1 %heddle check %s --strategy dpor --out %t -- -DDEKKER -DKEPT | FileCheck %s --check-prefix=KEPT
// RUN: %exits 1 %heddle check %s --strategy dpor --out %t -- -DSZYMANSKI -DKEPT | FileCheck %s --check-prefix=KEPT
// KEPT: error: hang
// KEPT: {{^}}bug:

// Without the lock the threads meet.
// RUN: %exits 1 %heddle check %s --strategy dpor --property assertion --out %t | FileCheck %s --check-prefix=OPEN
// OPEN: error: assertion failed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifdef KEPT
enum { Kept = 1 };
#else
enum { Kept = 0 };
#endif

static int inside;

#if defined(TEST_AND_SET)
static atomic_flag taken = ATOMIC_FLAG_INIT;

static void enter(int me) {
  (void)me;
  while (atomic_flag_test_and_set(&taken))
    ;
}

static void leave(int me) {
  (void)me;
  atomic_flag_clear(&taken);
}
#elif defined(TICKET)
static atomic_uint next, serving;

static void enter(int me) {
  (void)me;
  unsigned mine = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != mine)
    ;
}

static void leave(int me) {
  (void)me;
  atomic_fetch_add(&serving, 1);
}
#elif defined(PETERSON)
static atomic_int wants[2], turn;

static void enter(int me) {
  atomic_store(&wants[me], 1);
  atomic_store(&turn, 1 - me);
  while (atomic_load(&wants[1 - me]) && atomic_load(&turn) == 1 - me)
    ;
}

static void leave(int me) {
  atomic_store(&wants[me], 0);
}
#elif defined(DEKKER)
static atomic_int wants[2], turn;

static void enter(int me) {
  atomic_store(&wants[me], 1);
  while (atomic_load(&wants[1 - me]))
    if (atomic_load(&turn) != me) {
      atomic_store(&wants[me], 0);
      while (atomic_load(&turn) != me)
        ;
      atomic_store(&wants[me], 1);
    }
}

static void leave(int me) {
  atomic_store(&turn, 1 - me);
  atomic_store(&wants[me], 0);
}
#elif defined(SZYMANSKI)
// Outside, wants in, waits for others, in the doorway, and the door is shut behind it.
static atomic_int states[2];

static void enter(int me) {
  atomic_store(&states[me], 1);
  while (atomic_load(&states[1 - me]) >= 3)
    ;
  atomic_store(&states[me], 3);
  if (atomic_load(&states[1 - me]) == 1) {
    atomic_store(&states[me], 2);
    while (atomic_load(&states[1 - me]) != 4)
      ;
  }
  atomic_store(&states[me], 4);
  if (me == 1)
    while (atomic_load(&states[0]) >= 2)
      ;
}

static void leave(int me) {
  if (me == 0)
    while ((atomic_load(&states[1]) & ~1) == 2)
      ;
  atomic_store(&states[me], 0);
}
#else
static void enter(int me) {
  (void)me;
}

static void leave(int me) {
  (void)me;
}
#endif

static void *work(void *argument) {
  int me = (int)(intptr_t)argument;
  for (int round = 0; round < 2; ++round) {
    enter(me);
    assert(++inside == 1);
    --inside;
    if (!Kept)
      leave(me);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, work, (void *)(intptr_t)i);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
