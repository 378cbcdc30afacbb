// RUN: %expect %s
// Main reads the result of a detached thread without waiting for it.
// EXPECT: data-race
#include <pthread.h>

static int result;

static void *compute(void *arg) {
  (void)arg;
  result = 7; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, compute, NULL);
  pthread_detach(worker);
  int seen = result; // BUG: data-race
  (void)seen;
  return 0;
}
