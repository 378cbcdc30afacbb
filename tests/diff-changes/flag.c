// A flag that publishes a number.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static atomic_int flag;
static void *one(void *u) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_release);
  return u;
}
static void *two(void *u) {
  if (atomic_load_explicit(&flag, memory_order_acquire))
    y = atomic_load_explicit(&x, memory_order_relaxed);
  return u;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return x + y;
}
