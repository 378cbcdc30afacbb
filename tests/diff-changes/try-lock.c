// What is done where a try succeeds.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *one(void *u) {
  pthread_mutex_lock(&m);
  x = 1;
  x = 2;
  pthread_mutex_unlock(&m);
  return u;
}
static void *two(void *u) {
  if (pthread_mutex_trylock(&m) == 0) {
    y = x;
    pthread_mutex_unlock(&m);
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
