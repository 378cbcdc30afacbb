// RUN: %expect %s
// Each of two once-initialisers needs the other module.
// EXPECT: deadlock
#include <pthread.h>

static pthread_once_t x_once = PTHREAD_ONCE_INIT;
static pthread_once_t y_once = PTHREAD_ONCE_INIT;
static int x, y;

static void fill_y(void) {
  y = 2;
}

static void init_x(void) {
  pthread_once(&y_once, fill_y); // BUG: deadlock
  x = 1;
}

static void fill_x(void) {
  x = 1;
}

static void init_y(void) {
  pthread_once(&x_once, fill_x); // BUG: deadlock
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
  pthread_join(a, NULL); // BUG-MAYBE: deadlock
  pthread_join(b, NULL); // BUG-MAYBE: deadlock
  return 0;
}
