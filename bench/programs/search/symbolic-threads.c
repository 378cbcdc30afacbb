// Each of two threads branches on an input and then counts, up or down: four paths with two orders.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;
static int inputs[2];

static void *up(void *unused) {
  (void)unused;
  if (inputs[0] > 3)
    atomic_fetch_add(&counter, 1);
  else
    atomic_fetch_sub(&counter, 1);
  return 0;
}

static void *down(void *unused) {
  (void)unused;
  if (inputs[1] > 3)
    atomic_fetch_sub(&counter, 1);
  else
    atomic_fetch_add(&counter, 1);
  return 0;
}

int main(void) {
  inputs[0] = heddle_range(0, 9, "first");
  inputs[1] = heddle_range(0, 9, "second");
  pthread_t one, two;
  pthread_create(&one, 0, up, 0);
  pthread_create(&two, 0, down, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  int sum = atomic_load(&counter);
  assert(sum >= -2 && sum <= 2);
  return 0;
}
