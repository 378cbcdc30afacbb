// RUN: %expect %s
// The thread gets the address of a local of a function that returns before the
// thread has ended.
// EXPECT: use-after-free
#include <pthread.h>

static void *increment(void *arg) {
  int *counter = arg;
  *counter = 1; // BUG: use-after-free
  return NULL;
}

static void start(pthread_t *thread) {
  int counter;
  pthread_create(thread, NULL, increment, &counter);
}

int main(void) {
  pthread_t thread;
  start(&thread);
  pthread_join(thread, NULL);
  return 0;
}
