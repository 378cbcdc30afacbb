// RUN: %expect %s
// The counter is atomic.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *increment(void *arg) {
  (void)arg;
  count++;
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
