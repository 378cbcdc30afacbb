// Two threads take turns at a flag and a mutex; the flag is read outside of the lock, once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int closed;
static int entries;

static void *enter(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; ++i)
    if (!atomic_load(&closed)) {
      pthread_mutex_lock(&lock);
      if (++entries == 2)
        atomic_store(&closed, 1);
      pthread_mutex_unlock(&lock);
    }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, enter, 0);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  assert(entries == 2);
  return 0;
}
