// RUN: %expect %s
// The barrier waits for three, but only two threads come.
// EXPECT: deadlock
#include <pthread.h>

static pthread_barrier_t barrier;
static int left, right;

static void *fill_left(void *arg) {
  (void)arg;
  left = 1;
  pthread_barrier_wait(&barrier); // BUG: deadlock
  return NULL;
}

static void *fill_right(void *arg) {
  (void)arg;
  right = 1;
  pthread_barrier_wait(&barrier); // BUG: deadlock
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_create(&a, NULL, fill_left, NULL);
  pthread_create(&b, NULL, fill_right, NULL);
  pthread_join(a, NULL); // BUG-MAYBE: deadlock
  pthread_join(b, NULL); // BUG-MAYBE: deadlock
  pthread_barrier_destroy(&barrier);
  return 0;
}
