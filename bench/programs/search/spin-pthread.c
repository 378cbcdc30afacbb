// Three threads count under a POSIX spin lock: 3! orders.
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void *count(void *unused) {
  (void)unused;
  pthread_spin_lock(&lock);
  ++counter;
  pthread_spin_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], 0, count, 0);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  assert(counter == 3);
  return 0;
}
