// Executions in which every read sees the same write are one. Eight writers and a reader: the
// reader sees one of nine values.
// RUN: %exits 0 %heddle check %root/bench/programs/dpor/writers.c --strategy dpor --reads-from --out %t -- -DN=8 | FileCheck %s --check-prefix=WRITERS
// WRITERS: safe: 9 executions, 0 pruned, 8 states

// Store buffering: both reads cannot see what was there at the beginning.
// RUN: %exits 0 %heddle check %s --strategy dpor --reads-from --out %t -- -DBUFFERS | FileCheck %s --check-prefix=BUFFERS
// BUFFERS: safe: 3 executions

// Message passing: who sees the flag sees the message, and sees it too early without one.
// RUN: %exits 0 %heddle check %s --strategy dpor --reads-from --out %t -- -DMESSAGE | FileCheck %s --check-prefix=MESSAGE
// MESSAGE: safe: 3 executions
// RUN: %exits 1 %heddle check %s --strategy dpor --reads-from --out %t -- -DMESSAGE -DBROKEN | FileCheck %s --check-prefix=EARLY
// EARLY: error: assertion failed

// A read that is followed by a write which the other one reads: it has to be put off.
// RUN: %exits 0 %heddle check %s --strategy dpor --reads-from --out %t -- -DLOADS | FileCheck %s --check-prefix=LOADS
// LOADS: safe: 3 executions

// Locks in opposite orders, and a signal that comes before the wait.
// RUN: %exits 1 %heddle check %s --strategy dpor --reads-from --all --out %t -- -DLOCKS | FileCheck %s --check-prefix=LOCKS
// LOCKS: error: deadlock
// RUN: %exits 1 %heddle check %s --strategy dpor --reads-from --all --out %t -- -DSIGNAL | FileCheck %s --check-prefix=SIGNAL
// SIGNAL: [lost-wakeup]

// Two stores that nobody reads but who waits for one of them: it may wait for ever.
// RUN: %exits 1 %heddle check %s --strategy dpor --reads-from --all --out %t -- -DAWAIT | FileCheck %s --check-prefix=AWAIT
// AWAIT: [hang]
// AWAIT: bug: 2 executions

// RUN: %exits 0 %heddle check %root/bench/programs/search/peterson.c --strategy dpor --reads-from --out %t | FileCheck %s --check-prefix=PETERSON
// PETERSON: safe: 4 executions

// Who may be cancelled is not told apart by what is read: that is left to dpor, and said.
// RUN: %exits 0 %heddle check %s --strategy dpor --reads-from --verbose --out %t -- -DCANCEL 2>&1 | FileCheck %s --check-prefix=CANCEL
// CANCEL: threads may be cancelled: dpor, without reads-from
// CANCEL: safe:

// A loop that looks under a lock: with and without races.
// RUN: %exits 0 %heddle check %s --strategy dpor --reads-from --out %t -- -DROUNDS
// RUN: %exits 0 %heddle check %s --strategy dpor --reads-from --no-races --out %t -- -DROUNDS

// What it does not tell apart is said, and never called safe: a loop that writes what it found.
// RUN: %exits 1 %heddle check %s --strategy dpor --reads-from --all --out %t -- -DWRITES | FileCheck %s --check-prefix=STORING
// STORING: incomplete: reads-from
// STORING-NOT: {{^}}safe

// What it cannot be combined with.
// RUN: %exits 2 %heddle check %s --strategy dpor --reads-from --jobs 2 2>&1 | FileCheck %s --check-prefix=JOBS
// JOBS: error: --reads-from searches with one thread, not with --workers
// RUN: %exits 2 %heddle check %s --strategy dpor --reads-from --no-observers 2>&1 | FileCheck %s --check-prefix=WRITES
// WRITES: error: --reads-from ignores the order of writes that nobody reads
// RUN: %exits 2 %heddle check %s --strategy dpor --reads-from --preemptions 2 2>&1 | FileCheck %s --check-prefix=PREEMPTIONS
// PREEMPTIONS: error: --reads-from cannot keep to --preemptions
// RUN: %exits 2 %heddle check %s --strategy dpor --reads-from --property leak 2>&1 | FileCheck %s --check-prefix=LEAK
// LEAK: error: --reads-from cannot look for leaks
// RUN: %exits 2 %heddle check %s --strategy dpor --reads-from --checkpoint %t.saved 2>&1 | FileCheck %s --check-prefix=SAVED
// SAVED: error: --checkpoint and --resume do not go with --reads-from
// RUN: touch %t.saved
// RUN: %exits 2 %heddle check %s --strategy dpor --reads-from --resume %t.saved 2>&1 | FileCheck %s --check-prefix=SAVED
// RUN: %exits 2 %heddle check %s --strategy dpor --reads-from --dedup 2>&1 | FileCheck %s --check-prefix=DEDUP
// DEDUP: error: --dedup means nothing to the strategy 'dpor'
// RUN: %exits 2 %heddle check %s --strategy exhaustive --reads-from 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: --reads-from means nothing to the strategy 'exhaustive'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int message;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

#if defined BUFFERS
static int seen[2];
static void *first(void *unused) {
  atomic_store(&x, 1);
  seen[0] = atomic_load(&y);
  return unused;
}
static void *second(void *unused) {
  atomic_store(&y, 1);
  seen[1] = atomic_load(&x);
  return unused;
}
static void check(void) { assert(seen[0] || seen[1]); }
#elif defined MESSAGE
static void *first(void *unused) {
#ifdef BROKEN
  atomic_store(&x, 1);
  atomic_store(&y, 1);
#else
  atomic_store(&y, 1);
  atomic_store(&x, 1);
#endif
  return unused;
}
static void *second(void *unused) {
  if (atomic_load(&x))
    assert(atomic_load(&y));
  else
    (void)atomic_load(&y);
  return unused;
}
static void check(void) {}
#elif defined LOADS
static int seen[2];
static void *first(void *unused) {
  seen[0] = atomic_load(&x);
  atomic_store(&y, 1);
  return unused;
}
static void *second(void *unused) {
  seen[1] = atomic_load(&y);
  atomic_store(&x, 1);
  return unused;
}
static void check(void) { assert(!seen[0] || !seen[1]); }
#elif defined LOCKS
static void *first(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}
static void *second(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}
static void check(void) {}
#elif defined WRITES
static void *first(void *unused) {
  atomic_store(&x, atomic_load(&x));
  return unused;
}
static void *second(void *unused) {
  while (atomic_load(&x) == 0)
    atomic_store(&x, 0);
  return unused;
}
static void check(void) {}
#elif defined ROUNDS
static void *first(void *unused) {
  pthread_mutex_lock(&a);
  message = 1;
  pthread_mutex_unlock(&a);
  return unused;
}
static void *second(void *unused) {
  for (int seen = 0; !seen;) {
    pthread_mutex_lock(&a);
    seen = message;
    pthread_mutex_unlock(&a);
  }
  return unused;
}
static void check(void) {}
#elif defined SIGNAL
static void *first(void *unused) {
  pthread_mutex_lock(&a);
  pthread_cond_wait(&condition, &a);
  pthread_mutex_unlock(&a);
  return unused;
}
static void *second(void *unused) {
  pthread_mutex_lock(&a);
  message = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&a);
  return unused;
}
static void check(void) {}
#else
static void *first(void *unused) {
  atomic_store(&x, 1);
  return unused;
}
static void *second(void *unused) {
  atomic_store(&x, 2);
  return unused;
}
static void check(void) {}
#endif

int main(void) {
  pthread_t one, two;
  (void)x, (void)y, (void)message, (void)a, (void)b, (void)condition;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
#ifdef AWAIT
  while (atomic_load(&x) != 1)
    ;
#endif
#ifdef CANCEL
  pthread_cancel(one);
#endif
  pthread_join(one, 0);
  pthread_join(two, 0);
  check();
  return 0;
}
