// Who counts second.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, z;
static void *one(void *u) {
  if (atomic_fetch_add(&x, 1) == 1)
    z = 1;
  return u;
}
static void *two(void *u) {
  if (atomic_fetch_add(&x, 1) == 1)
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
