// Three threads count with an atomic, twice each: exactly 6!/(2!)^3 = 90 executions.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *count(void *unused) {
  (void)unused;
  atomic_fetch_add(&counter, 1);
  atomic_fetch_add(&counter, 1);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], 0, count, 0);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  assert(atomic_load(&counter) == 6);
  return 0;
}
