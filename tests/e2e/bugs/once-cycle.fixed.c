// RUN: %expect %s
// The second module does not need the first.
// EXPECT: safe
#include <pthread.h>

static pthread_once_t x_once = PTHREAD_ONCE_INIT;
static pthread_once_t y_once = PTHREAD_ONCE_INIT;
static int x, y;

static void fill_y(void) {
  y = 2;
}

static void init_x(void) {
  pthread_once(&y_once, fill_y);
  x = 1;
}

static void init_y(void) {
  y = 2;
}

static void *need_x(void *arg) {
  (void)arg;
  pthread_once(&x_once, init_x);
  return NULL;
}

static void *need_y(void *arg) {
  (void)arg;
  pthread_once(&y_once, init_y);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, need_x, NULL);
  pthread_create(&b, NULL, need_y, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
