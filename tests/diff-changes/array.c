// An element of an array, by a number that is computed.
#include <pthread.h>
static int x, y, a[2];

static int at(int n) {
  return n & 1;
}
static void *one(void *u) {
  a[at(0)] = 1;
  return u;
}
static void *two(void *u) {
  y = a[at(0)];
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
