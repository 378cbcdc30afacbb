// RUN: %expect %s
// The function joins the thread before it returns.
// EXPECT: safe
#include <pthread.h>

static void *increment(void *arg) {
  int *counter = arg;
  *counter = 1;
  return NULL;
}

static void start(pthread_t *thread) {
  int counter;
  pthread_create(thread, NULL, increment, &counter);
  pthread_join(*thread, NULL);
}

int main(void) {
  pthread_t thread;
  start(&thread);
  return 0;
}
