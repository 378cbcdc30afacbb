// A variable of which each thread has its own.
#include <pthread.h>
static _Thread_local int x0;
static int x, y;

static int *place(void) {
  return &x0;
}
static void *one(void *u) {
  *place() = 1;
  x = *place();
  return u;
}
static void *two(void *u) {
  *place() = 2;
  y = *place();
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
