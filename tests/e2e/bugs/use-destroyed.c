// RUN: %expect %s
// The worker can come to the mutex after main has destroyed it.
// EXPECT: lock-misuse
#include <pthread.h>

static pthread_mutex_t lock;

static void *work(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);   // BUG: lock-misuse
  pthread_mutex_unlock(&lock); // BUG: lock-misuse
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_mutex_init(&lock, NULL);
  pthread_create(&worker, NULL, work, NULL);
  pthread_mutex_destroy(&lock); // BUG: lock-misuse
  pthread_join(worker, NULL);
  return 0;
}
