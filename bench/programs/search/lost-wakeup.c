// A signal that can come before the wait, because the flag is looked at outside the lock.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *wait(void *unused) {
  (void)unused;
  if (!atomic_load(&ready)) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

static void *wake(void *unused) {
  (void)unused;
  atomic_store(&ready, 1);
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t waiter, waker;
  pthread_create(&waiter, 0, wait, 0);
  pthread_create(&waker, 0, wake, 0);
  pthread_join(waiter, 0);
  pthread_join(waker, 0);
  return 0;
}
