// RUN: %expect %s
// The threads read their neighbour's cell without a barrier after writing their
// own.
// EXPECT: data-race
#include <pthread.h>

static int left, right;
static int from_left, from_right;

static void *do_left(void *arg) {
  (void)arg;
  left = 1;           // BUG: data-race
  from_right = right; // BUG: data-race
  return NULL;
}

static void *do_right(void *arg) {
  (void)arg;
  right = 2;        // BUG: data-race
  from_left = left; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, do_left, NULL);
  pthread_create(&b, NULL, do_right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
