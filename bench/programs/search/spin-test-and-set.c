// Three threads count under a test-and-set lock: 3! orders.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int counter;

static void *count(void *unused) {
  (void)unused;
  while (atomic_flag_test_and_set(&lock))
    ;
  ++counter;
  atomic_flag_clear(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], 0, count, 0);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  assert(counter == 3);
  return 0;
}
