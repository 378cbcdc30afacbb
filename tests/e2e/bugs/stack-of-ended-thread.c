// RUN: %expect %s
// A thread hands main the address of its own local, which is gone after the
// join.
// EXPECT: use-after-free
#include <pthread.h>
#include <stdlib.h>

static void *compute(void *arg) {
  (void)arg;
  int local = 42;
  int *result = &local;
  return result;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, compute, NULL);
  pthread_join(thread, &result);
  int answer = *(int *)result; // BUG: use-after-free
  return answer == 0;
}
