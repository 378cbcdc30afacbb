// RUN: %expect %s
// The mutex is destroyed after the join.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t lock;

static void *work(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_mutex_init(&lock, NULL);
  pthread_create(&worker, NULL, work, NULL);
  pthread_join(worker, NULL);
  pthread_mutex_destroy(&lock);
  return 0;
}
