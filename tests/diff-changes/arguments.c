// A helper that writes two places in order.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void put(int *a, int *b, int v) {
  pthread_mutex_lock(&m);
  *a = v;
  *b = v;
  pthread_mutex_unlock(&m);
}
static void *one(void *u) {
  put(&x, &y, 1);
  return u;
}
static void *two(void *u) {
  int a = x;
  int b = y;
  return a > b ? u : 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return x + y;
}
