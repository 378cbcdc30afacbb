// RUN: %expect %s
// The store of the flag releases.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static int data;
static int seen;
static atomic_int ready;

static void *publish(void *arg) {
  (void)arg;
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return NULL;
}

static void *consume(void *arg) {
  (void)arg;
  while (!atomic_load_explicit(&ready, memory_order_acquire))
    ;
  seen = data;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, publish, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
