// Where locks and orders exclude races, check says so, and by which.
// RUN: %heddle check %s --out %t | FileCheck %s
// CHECK: races: excluded without running; conflicting pairs: 3 by lock guard, 1 atomic, 2 by order (join, semaphore ready)
// CHECK: safe: {{.*}} covers assertion, deadlock, hang by dpor, race by static analysis, memory
//
// RUN: %heddle check %s --out %t --json | FileCheck %s --check-prefix=JSON
// JSON: "race": "static analysis"
// JSON: "race_freedom": {
// JSON: "name": "guard"
// JSON: "kind": "semaphore",
// JSON-NEXT: "name": "ready",
//
// It holds even if the search does not finish.
// RUN: %exits 3 %heddle check %s --out %t --max-steps 3 | FileCheck %s --check-prefix=CUT
// CUT: races: excluded
// CUT: unknown: {{.*}} race by static analysis
//
// Nobody asks for it.
// RUN: %heddle check %s --out %t --no-races | FileCheck %s --check-prefix=NONE
// RUN: %heddle check %s --out %t --property assertion | FileCheck %s --check-prefix=NONE
// NONE-NOT: races:
// NONE: safe
//
// Without the lock there is a race, and no argument.
// RUN: %exits 1 %heddle check %s --out %t -- -DWITHOUT | FileCheck %s --check-prefix=RACE
// RACE: data race on shared
// RACE-NOT: races: excluded
// RACE: bug: {{.*}} race, memory
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
sem_t ready;
atomic_int hits;
int shared, handed;

static void *worker(void *unused) {
#ifndef WITHOUT
  pthread_mutex_lock(&guard);
#endif
  shared++;
#ifndef WITHOUT
  pthread_mutex_unlock(&guard);
#endif
  atomic_fetch_add(&hits, 1);
  sem_wait(&ready);
  int seen = handed;
  return seen ? unused : 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&ready, 0, 0);
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&guard);
  shared++;
  pthread_mutex_unlock(&guard);
  atomic_fetch_add(&hits, 1);
  handed = 1;
  sem_post(&ready);
  pthread_join(thread, 0);
  return shared == 2 ? 0 : 1;
}
