// RUN: %expect %s
// The predicate is read before the lock is taken: the signal can fall between
// the test and the wait.
// EXPECT: lost-wakeup
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t event = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *await(void *arg) {
  (void)arg;
  if (!atomic_load(&ready)) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&event, &lock); // BUG: lost-wakeup
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

static void *notify(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  atomic_store(&ready, 1);
  pthread_cond_signal(&event);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, await, NULL);
  pthread_create(&b, NULL, notify, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
