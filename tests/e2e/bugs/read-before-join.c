// RUN: %expect %s
// Main reads the sum before it joins the worker.
// EXPECT: data-race
#include <pthread.h>

static int sum;

static void *add(void *arg) {
  (void)arg;
  sum = 1 + 2; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, add, NULL);
  int seen = sum; // BUG: data-race
  pthread_join(worker, NULL);
  (void)seen;
  return 0;
}
