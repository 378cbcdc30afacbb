// Functions in a table.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void locked(void) {
  pthread_mutex_lock(&m);
  x = x + 1;
  pthread_mutex_unlock(&m);
}
static void bare(void) {
  y = y + 1;
}
static void (*ops[2])(void) = {locked, bare};
static void *one(void *u) {
  ops[0]();
  return u;
}
static void *two(void *u) {
  ops[0]();
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
