// A section in a function of its own.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void bump(void) {
  pthread_mutex_lock(&m);
  x = x + 1;
  pthread_mutex_unlock(&m);
}
static void *one(void *u) {
  bump();
  return u;
}
static void *two(void *u) {
  pthread_mutex_lock(&m);
  y = x;
  pthread_mutex_unlock(&m);
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
