// One that waits and two that may wake it (figures 5.21 and 5.22): it is woken by either, with the
// other one's signal lost before or behind, and with -DALL by a broadcast for two of them.
//
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --all --property assertion --out %t | FileCheck %s
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --all --property assertion --out %t -- -DALL | FileCheck %s
// RUN: not %heddle check %s --strategy value-schedule --no-races --out %t -- -DONCE | FileCheck %s --check-prefix=LOST
// LOST: [lost-wakeup]
// LOST: harmful
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int count;
static int last;
static int seen;

static void *await(void *unused) {
  pthread_mutex_lock(&mutex);
#ifdef ONCE
  pthread_cond_wait(&ready, &mutex);
#else
  while (!count)
    pthread_cond_wait(&ready, &mutex);
#endif
  seen = last;
  int both = count;
  (void)both;
  pthread_mutex_unlock(&mutex);
#ifndef ONCE
  // CHECK-DAG: assertion failed: seen != 1
  assert(seen != 1);
  // CHECK-DAG: assertion failed: both == 2 || seen != 2
  assert(both == 2 || seen != 2);
  // CHECK-DAG: assertion failed: both == 1 || seen != 2
  assert(both == 1 || seen != 2);
#endif
  return unused;
}

static void *notify(void *number) {
  pthread_mutex_lock(&mutex);
  ++count;
  last = (int)(long)number;
#ifdef ALL
  pthread_cond_broadcast(&ready);
#else
  pthread_cond_signal(&ready);
#endif
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t waiter, notifiers[2];
  pthread_create(&waiter, 0, await, 0);
  for (long i = 0; i < 2; ++i)
    pthread_create(&notifiers[i], 0, notify, (void *)(i + 1));
  pthread_join(waiter, 0);
  for (int i = 0; i < 2; ++i)
    pthread_join(notifiers[i], 0);
  return 0;
}
