// A lock through a pointer that may be to one of two.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static pthread_mutex_t *p = &m;
static void *one(void *u) {
  pthread_mutex_lock(p);
  x = 1;
  x = 2;
  pthread_mutex_unlock(p);
  return u;
}
static void *two(void *u) {
  pthread_mutex_lock(p);
  y = x;
  pthread_mutex_unlock(p);
  return u;
}
static void choose(int n) {
  p = n ? &m : &k;
}

int main(void) {
  pthread_t a, b;
  choose(1);
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return x + y;
}
