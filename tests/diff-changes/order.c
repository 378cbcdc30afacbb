// Two numbers without a lock.
#include <pthread.h>
static int x, y, d, f;

static void *one(void *u) {
  d = 1;
  f = 1;
  return u;
}
static void *two(void *u) {
  for (int i = 0; i < 2; i++) {
    x = f;
    y = d;
  }
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
