// A lock that is looked at before a compare-exchange tries to take it; two threads, twice each. A
// look and a try are two steps, so there are more traces than the six orders of the lock: 118.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void *count(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; ++i) {
    for (;;) {
      int expected = 0;
      if (!atomic_load(&lock) && atomic_compare_exchange_strong(&lock, &expected, 1))
        break;
    }
    ++counter;
    atomic_store(&lock, 0);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, count, 0);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  assert(counter == 4);
  return 0;
}
