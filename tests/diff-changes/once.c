// What is done once.
#include <pthread.h>
static pthread_once_t o = PTHREAD_ONCE_INIT, o2 = PTHREAD_ONCE_INIT;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void init(void) {
  x = x + 1;
}
static void *one(void *u) {
  pthread_once(&o, init);
  return u;
}
static void *two(void *u) {
  pthread_once(&o, init);
  y = x;
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
