// Compare and exchange.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, z;
static void *one(void *u) {
  int e = 0;
  if (atomic_compare_exchange_strong(&x, &e, 1))
    z = 1;
  return u;
}
static void *two(void *u) {
  int e = 1;
  if (atomic_compare_exchange_strong(&x, &e, 2))
    y = z;
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
