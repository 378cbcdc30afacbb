// What keeps two threads in order, or says how many may go on, in one version alone. No data flow
// shows it: jobs may be left out as far as is known, or done twice, and slots are not told apart.
// RUN: sed 's/AFTER_JOIN/int early = done; pthread_join(worker_, 0); return early;/' %s > %t-early.c
// RUN: sed 's/AFTER_JOIN/int early; pthread_join(worker_, 0); early = done; return early;/' %s > %t-late.c
// RUN: %exits 1 %heddle diff %t-late.c %t-early.c --var done | FileCheck %s --check-prefix=JOIN
// JOIN: only in the new version: nothing orders two threads
// JOIN-NEXT: the write of done at {{.*}} and the read of done at {{.*}} may come in either order
// JOIN: worker {{.*}} *where = *where + 1;
// JOIN: in the old version the write at {{.*}} always comes first
// JOIN: is joined at
// JOIN: different: old refines new
// RUN: %exits 1 %heddle diff %t-early.c %t-late.c --var done --quiet | FileCheck %s --check-prefix=BACK
// BACK: only in the old version: nothing orders two threads
// BACK: different: new refines old
// RUN: %heddle diff %t-late.c %t-late.c | FileCheck %s --check-prefix=EQUAL
// RUN: %heddle diff %t-early.c %t-early.c | FileCheck %s --check-prefix=EQUAL
// EQUAL: equal

// A barrier that waits for nobody, a semaphore that lets two in.
// RUN: sed 's/&stage, 0, 2/\&stage, 0, 1/' %t-late.c > %t-barrier.c
// RUN: %exits 1 %heddle diff %t-late.c %t-barrier.c --quiet | FileCheck %s --check-prefix=BARRIER
// BARRIER: only in the new version: more threads may go on
// BARRIER-NEXT: stage waits for 1 at
// BARRIER: in the old version it waits for 2
// BARRIER: nothing orders two threads
// BARRIER-NEXT: the write of slots
// BARRIER: different: old refines new
// RUN: sed 's/&seats, 0, 1/\&seats, 0, 2/' %t-late.c > %t-seats.c
// RUN: %exits 1 %heddle diff %t-late.c %t-seats.c --json - | FileCheck %s --check-prefix=SEATS
// SEATS: "kind": "count"
// SEATS: "only_in": "new"
// SEATS: "why": "in the old version it begins with 1"

// One of two waiters is woken, or none.
// RUN: sed 's/pthread_cond_broadcast/pthread_cond_signal/' %t-late.c > %t-one.c
// RUN: %exits 1 %heddle diff %t-late.c %t-one.c --quiet | FileCheck %s --check-prefix=ONE
// ONE: only in the old version: waiting threads are woken
// ONE-NEXT: broadcast of ready at
// ONE-NEXT: the new version wakes one of them there
// ONE: different: new refines old
// RUN: sed '/pthread_cond_broadcast/d' %t-late.c > %t-none.c
// RUN: %exits 1 %heddle diff %t-none.c %t-late.c --quiet | FileCheck %s --check-prefix=NONE
// NONE: only in the new version: waiting threads are woken
// NONE: the old version wakes nobody there
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct job {
  void (*run)(int *);
  int *where;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static struct job *next;
static int done, isOpen;
static int slots[2], seen[2];
static pthread_barrier_t stage;
static sem_t seats;

static void count(int *where) {
  *where = *where + 1;
}

static void *worker(void *unused) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&lock);
    struct job *job = next;
    pthread_mutex_unlock(&lock);
    if (job)
      job->run(job->where);
  }
  return unused;
}

static void *neighbour(void *number) {
  long mine = (long)number;
  pthread_mutex_lock(&lock);
  while (!isOpen)
    pthread_cond_wait(&ready, &lock);
  pthread_mutex_unlock(&lock);
  slots[mine] = 1;
  pthread_barrier_wait(&stage);
  sem_wait(&seats);
  seen[mine] = slots[1 - mine];
  sem_post(&seats);
  return 0;
}

int main(void) {
  pthread_t worker_, neighbours[2];
  pthread_barrier_init(&stage, 0, 2);
  sem_init(&seats, 0, 1);
  for (long i = 0; i < 2; ++i)
    pthread_create(&neighbours[i], 0, neighbour, (void *)i);
  pthread_mutex_lock(&lock);
  isOpen = 1;
  pthread_cond_broadcast(&ready);
  pthread_mutex_unlock(&lock);
  struct job job = {count, &done};
  pthread_mutex_lock(&lock);
  next = &job;
  pthread_mutex_unlock(&lock);
  pthread_create(&worker_, 0, worker, 0);
  AFTER_JOIN
}
