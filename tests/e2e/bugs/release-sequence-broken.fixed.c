// RUN: %expect %s
// The third thread uses a relaxed read-modify-write, which continues the
// release sequence.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static int data;
static int seen;
static atomic_int flag;

static void *publish(void *arg) {
  (void)arg;
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return NULL;
}

static void *promote(void *arg) {
  (void)arg;
  int one = 1;
  atomic_compare_exchange_strong_explicit(&flag, &one, 2, memory_order_relaxed,
                                          memory_order_relaxed);
  return NULL;
}

static void *consume(void *arg) {
  (void)arg;
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
    seen = data;
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, publish, NULL);
  pthread_create(&b, NULL, promote, NULL);
  pthread_create(&c, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
