// RUN: %expect %s
// Both threads write the winner's number.
// EXPECT: data-race
#include <pthread.h>

static int winner;

static void *first(void *arg) {
  (void)arg;
  winner = 1; // BUG: data-race
  return NULL;
}

static void *second(void *arg) {
  (void)arg;
  winner = 2; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
