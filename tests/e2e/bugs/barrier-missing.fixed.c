// RUN: %expect %s
// A barrier separates writing from reading.
// EXPECT: safe
#include <pthread.h>

static int left, right;
static int from_left, from_right;
static pthread_barrier_t barrier;

static void *do_left(void *arg) {
  (void)arg;
  left = 1;
  pthread_barrier_wait(&barrier);
  from_right = right;
  return NULL;
}

static void *do_right(void *arg) {
  (void)arg;
  right = 2;
  pthread_barrier_wait(&barrier);
  from_left = left;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, do_left, NULL);
  pthread_create(&b, NULL, do_right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_barrier_destroy(&barrier);
  return 0;
}
