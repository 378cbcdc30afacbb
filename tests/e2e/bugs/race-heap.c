// RUN: %expect %s
// Two threads reach the same heap object through their argument and change it
// without a lock.
// EXPECT: data-race
#include <pthread.h>
#include <stdlib.h>

struct counter {
  int value;
};

static void *bump(void *arg) {
  struct counter *counter = arg;
  counter->value++; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct counter *counter = malloc(sizeof *counter);
  counter->value = 0;
  pthread_create(&a, NULL, bump, counter);
  pthread_create(&b, NULL, bump, counter);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(counter);
  return 0;
}
