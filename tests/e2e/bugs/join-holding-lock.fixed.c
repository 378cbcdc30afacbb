// RUN: %expect %s
// Main releases the lock before it joins.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  done = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_mutex_lock(&lock);
  done = 2;
  pthread_mutex_unlock(&lock);
  pthread_join(worker, NULL);
  return 0;
}
