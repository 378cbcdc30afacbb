// A loop that only waits reads what another thread writes: a round of it leads nowhere, and is a
// race all the same.
// RUN: %exits 1 %heddle check %s --out %t.1 | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --out %t.2 | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --no-observers --out %t.3 | FileCheck %s
// CHECK: error: data race on counter: {{read by main and write by T1|write by T1 and read by main}} are not ordered
// CHECK-NOT: incomplete
// CHECK: {{^}}bug:

// With a lock around both there is none, and the loop still only waits.
// RUN: %exits 0 %heddle check %s --out %t.4 -- -DLOCKED | FileCheck %s --check-prefix=LOCKED
// RUN: %exits 0 %heddle check %s --strategy dpor --out %t.5 -- -DLOCKED | FileCheck %s --check-prefix=LOCKED
// LOCKED-NOT: incomplete
// LOCKED: {{^}}safe:

// Without races the round is not run; a test says so, and replays.
// RUN: %exits 1 %heddle check %s --no-races --out %t.6 -- -DFORGOTTEN | FileCheck %s --check-prefix=HANG
// RUN: grep -x no-races %t.6/*.heddle
// RUN: %exits 1 %heddle replay %t.6/*.heddle | FileCheck %s --check-prefix=HANG
// HANG: error: hang
#include <pthread.h>
#include <stdatomic.h>

#ifdef LOCKED
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#define ENTER() pthread_mutex_lock(&mutex)
#define LEAVE() pthread_mutex_unlock(&mutex)
#else
#define ENTER() (void)0
#define LEAVE() (void)0
#endif

static atomic_int done;
static int counter, late;

static void *work(void *unused) {
  ENTER();
  ++counter;
  LEAVE();
#ifndef FORGOTTEN
  atomic_store(&done, 1);
#endif
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  while (!atomic_load(&done)) {
    ENTER();
    if (counter > 5)
      late = 1;
    LEAVE();
  }
  pthread_join(worker, 0);
  return late;
}
