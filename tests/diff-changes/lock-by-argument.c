// A lock that is taken under a condition on an argument.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void step(int locked) {
  if (locked)
    pthread_mutex_lock(&m);
  x = x + 1;
  if (locked)
    pthread_mutex_unlock(&m);
}
static void *one(void *u) {
  step(1);
  return u;
}
static void *two(void *u) {
  step(1);
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
