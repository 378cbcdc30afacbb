// RUN: %expect %s
// The consumer uses the pointer before the producer has published it.
// EXPECT: null-pointer
#include <pthread.h>
#include <stdatomic.h>

static int value = 9;
static int *_Atomic shared;
static int seen;

static void *produce(void *arg) {
  (void)arg;
  atomic_store(&shared, &value);
  return NULL;
}

static void *consume(void *arg) {
  (void)arg;
  int *mine = atomic_load(&shared);
  seen = *mine; // BUG: null-pointer
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
