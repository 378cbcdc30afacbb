// RUN: %expect %s
// The variable's block ends before the thread that uses it.
// EXPECT: use-after-free
#include <pthread.h>

static void *increment(void *arg) {
  *(int *)arg = 1; // BUG: use-after-free
  return NULL;
}

int main(void) {
  pthread_t thread;
  {
    int counter;
    pthread_create(&thread, NULL, increment, &counter);
  }
  pthread_join(thread, NULL);
  return 0;
}
