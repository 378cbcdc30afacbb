// RUN: %expect %s
// A cleanup handler releases the lock.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs = 1;

static void release(void *arg) {
  pthread_mutex_unlock(arg);
}

static void *work(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(release, &lock);
  if (jobs == 0)
    pthread_exit(NULL);
  jobs--;
  pthread_cleanup_pop(1);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_create(&c, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
