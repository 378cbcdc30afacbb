// RUN: %expect %s
// The thread hands over a heap object.
// EXPECT: safe
#include <pthread.h>
#include <stdlib.h>

static void *compute(void *arg) {
  (void)arg;
  int *result = malloc(sizeof *result);
  *result = 42;
  return result;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, compute, NULL);
  pthread_join(thread, &result);
  int answer = *(int *)result;
  free(result);
  return answer == 0;
}
