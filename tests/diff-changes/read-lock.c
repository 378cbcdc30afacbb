// A lock for reading and writing.
#include <pthread.h>
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *one(void *u) {
  pthread_rwlock_wrlock(&r);
  x = 1;
  x = 2;
  pthread_rwlock_unlock(&r);
  return u;
}
static void *two(void *u) {
  pthread_rwlock_rdlock(&r);
  y = x;
  pthread_rwlock_unlock(&r);
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
