// Two threads look at something under a lock for ever. No round changes anything, and nobody else
// could end it: every strategy says so.
// RUN: %exits 1 %heddle check %s --strategy dpor --no-races --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy exhaustive --no-races --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy exhaustive --dedup --out %t | FileCheck %s
// CHECK: [[#@LINE+9]]:{{[0-9]+}}: error: hang, nothing will end the loop: T1 spins; T2 spins [hang]
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int stop;

static void *worker(void *unused) {
  int done;
  do {
    pthread_mutex_lock(&lock);
    done = stop;
    pthread_mutex_unlock(&lock);
  } while (!done);
  return unused;
}

int main(void) {
  pthread_t one;
  pthread_t two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
