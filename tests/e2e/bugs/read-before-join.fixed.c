// RUN: %expect %s
// Main joins first.
// EXPECT: safe
#include <pthread.h>

static int sum;

static void *add(void *arg) {
  (void)arg;
  sum = 1 + 2;
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, add, NULL);
  pthread_join(worker, NULL);
  int seen = sum;
  (void)seen;
  return 0;
}
