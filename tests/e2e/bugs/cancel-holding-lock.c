// RUN: %expect %s
// A thread cancelled in a condition wait ends with the mutex re-acquired and
// nobody to release it.
// EXPECT: deadlock
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *sleeper(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  for (;;)
    pthread_cond_wait(&never, &lock);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, sleeper, NULL);
  pthread_cancel(a);
  pthread_join(a, NULL);
  pthread_mutex_lock(&lock); // BUG: deadlock
  pthread_mutex_unlock(&lock);
  return 0;
}
