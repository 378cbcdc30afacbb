// What follows a barrier at once may be a condition: it comes after all arrivals, and not with its
// own thread's. The lost update behind it is found by what predictive analysis says of the assertion.
// RUN: rm -rf %t
// RUN: %exits 1 %heddle defuse %s --out %t | FileCheck %s
// CHECK: error: assertion failed: done == 2 [assertion]
// CHECK: executions: 2 guided
#include <heddle/heddle.h>
#include <pthread.h>

int done, first;
pthread_barrier_t barrier;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *arg) {
  int me = *(int *)arg;
  pthread_barrier_wait(&barrier);
  if (me == 0)
    first++;
  int now = done;
  pthread_mutex_lock(&lock);
  done = now + 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int ids[2] = {0, 1};
  pthread_barrier_init(&barrier, 0, 2);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, work, &ids[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  heddle_assert(done == 2);
  return 0;
}
