// RUN: %expect %s
// The variable lives as long as the thread.
// EXPECT: safe
#include <pthread.h>

static void *increment(void *arg) {
  *(int *)arg = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  int counter;
  pthread_create(&thread, NULL, increment, &counter);
  pthread_join(thread, NULL);
  return 0;
}
