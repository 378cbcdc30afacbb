// RUN: %expect %s
// The flag is published with relaxed operations, which do not order the data.
// EXPECT: data-race
#include <pthread.h>
#include <stdatomic.h>

static int data;
static int seen;
static atomic_int ready;

static void *publish(void *arg) {
  (void)arg;
  data = 42; // BUG: data-race
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return NULL;
}

static void *consume(void *arg) {
  (void)arg;
  if (atomic_load_explicit(&ready, memory_order_relaxed))
    seen = data; // BUG: data-race
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
