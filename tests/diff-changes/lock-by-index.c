// One of several locks, by a number that is computed.
#include <pthread.h>
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int x, y, which;

static int pick(int n) {
  return n & 1;
}
static void *one(void *u) {
  pthread_mutex_lock(&locks[pick(2)]);
  x = 1;
  x = 2;
  pthread_mutex_unlock(&locks[pick(2)]);
  return u;
}
static void *two(void *u) {
  pthread_mutex_lock(&locks[pick(2)]);
  y = x;
  pthread_mutex_unlock(&locks[pick(2)]);
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
