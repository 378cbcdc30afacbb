// A round that only looks, under a lock, is no step. While another thread holds the lock it cannot
// be begun either: nobody takes a lock that is held.
// RUN: %exits 0 %heddle check %s --strategy exhaustive --out %t | FileCheck %s
// RUN: %exits 0 %heddle check %s --strategy dpor --out %t | FileCheck %s
// RUN: %exits 0 %heddle check %s --out %t | FileCheck %s
// CHECK-NOT: error:
// CHECK: safe:
// RUN: %exits 0 %heddle check %s --strategy exhaustive --out %t -- -DREADERS | FileCheck %s
// RUN: %exits 0 %heddle check %s --strategy exhaustive --out %t -- -DSEMAPHORE | FileCheck %s
// The lock is never let go of: that is found, however the loop was come to.
// RUN: %exits 1 %heddle check %s --strategy dpor --all --out %t -- -DKEPT | FileCheck %s --check-prefix=KEPT
// RUN: %exits 1 %heddle check %s --strategy exhaustive --all --out %t -- -DKEPT | FileCheck %s --check-prefix=KEPT
// KEPT-NOT: lock-misuse
// KEPT: [deadlock]
// KEPT-NOT: lock-misuse
#include <pthread.h>
#include <semaphore.h>

static int ready;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t readers = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;

static void enter(int writes) {
#if defined READERS
  if (writes)
    pthread_rwlock_wrlock(&readers);
  else
    pthread_rwlock_rdlock(&readers);
#elif defined SEMAPHORE
  (void)writes;
  sem_wait(&semaphore);
#else
  (void)writes;
  pthread_mutex_lock(&mutex);
#endif
}

static void leave(void) {
#if defined READERS
  pthread_rwlock_unlock(&readers);
#elif defined SEMAPHORE
  sem_post(&semaphore);
#else
  pthread_mutex_unlock(&mutex);
#endif
}

static void *set(void *unused) {
  enter(1);
  ready = 1;
#ifndef KEPT
  leave();
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  int seen = 0;
  (void)mutex, (void)readers;
  sem_init(&semaphore, 0, 1);
  pthread_create(&thread, 0, set, 0);
  while (!seen) {
    enter(0);
    seen = ready;
    leave();
  }
  pthread_join(thread, 0);
  return 0;
}
