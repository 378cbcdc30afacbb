// A variable of a function that all threads share.
#include <pthread.h>
static int x, y;

static int *slot(void) {
  static int s;
  return &s;
}
static void *one(void *u) {
  *slot() = 1;
  x = *slot();
  return u;
}
static void *two(void *u) {
  *slot() = 2;
  y = *slot();
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
