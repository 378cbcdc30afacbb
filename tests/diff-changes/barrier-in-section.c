// A barrier behind a section, or in it: then nobody comes by it.
#include <pthread.h>
static pthread_barrier_t w;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void meet(void) {
  pthread_mutex_lock(&m);
  x = x + 1;
  pthread_mutex_unlock(&m);
  pthread_barrier_wait(&w);
}
static void *one(void *u) {
  meet();
  return u;
}
static void *two(void *u) {
  meet();
  y = x;
  return u;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&w, 0, 2);
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return x + y;
}
