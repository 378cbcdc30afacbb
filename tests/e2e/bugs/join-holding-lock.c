// RUN: %expect %s
// Main joins a worker while it holds the lock that the worker needs.
// EXPECT: deadlock
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock); // BUG: deadlock
  done = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_mutex_lock(&lock);
  done = 2;
  pthread_join(worker, NULL); // BUG: deadlock
  pthread_mutex_unlock(&lock);
  return 0;
}
