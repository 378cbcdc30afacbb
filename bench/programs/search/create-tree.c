// A tree of threads: two create and join two each, and the four leaves count: 4! traces.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *leaf(void *unused) {
  (void)unused;
  atomic_fetch_add(&counter, 1);
  return 0;
}

static void *branch(void *unused) {
  (void)unused;
  pthread_t left, right;
  pthread_create(&left, 0, leaf, 0);
  pthread_create(&right, 0, leaf, 0);
  pthread_join(left, 0);
  pthread_join(right, 0);
  return 0;
}

int main(void) {
  pthread_t left, right;
  pthread_create(&left, 0, branch, 0);
  pthread_create(&right, 0, branch, 0);
  pthread_join(left, 0);
  pthread_join(right, 0);
  assert(atomic_load(&counter) == 4);
  return 0;
}
