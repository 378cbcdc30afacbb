// RUN: %expect %s
// A cleanup handler releases the mutex on cancellation.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void release(void *arg) {
  pthread_mutex_unlock(arg);
}

static void *sleeper(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(release, &lock);
  for (;;)
    pthread_cond_wait(&never, &lock);
  pthread_cleanup_pop(0);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, sleeper, NULL);
  pthread_cancel(a);
  pthread_join(a, NULL);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return 0;
}
