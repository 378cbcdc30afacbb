// A lock made of an atomic number.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int l;
static int x, y;
static void take(void) {
  while (atomic_exchange(&l, 1))
    ;
}
static void give(void) {
  atomic_store(&l, 0);
}
static void *one(void *u) {
  take();
  x = 1;
  x = 2;
  give();
  return u;
}
static void *two(void *u) {
  take();
  y = x;
  give();
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
