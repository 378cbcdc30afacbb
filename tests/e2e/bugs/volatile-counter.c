// RUN: %expect %s
// Volatile does not make the increment atomic.
// EXPECT: data-race
#include <pthread.h>

static volatile int count;

static void *increment(void *arg) {
  (void)arg;
  count++; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
