// RUN: %expect %s
// A thread publishes the address of a thread-local variable and ends.
// EXPECT: use-after-free
#include <pthread.h>

static _Thread_local int status;
static int *published;

static void *publish(void *arg) {
  (void)arg;
  status = 3;
  published = &status;
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, publish, NULL);
  pthread_join(a, NULL);
  int seen = *published; // BUG: use-after-free
  return seen == 0;
}
