// RUN: %expect %s
// A thread calls pthread_exit while it holds the lock that the other needs.
// EXPECT: deadlock
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs = 1;

static void *work(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock); // BUG: deadlock
  if (jobs == 0)
    pthread_exit(NULL);
  jobs--;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_create(&c, NULL, work, NULL);
  pthread_join(a, NULL); // BUG-MAYBE: deadlock
  pthread_join(b, NULL); // BUG-MAYBE: deadlock
  pthread_join(c, NULL); // BUG-MAYBE: deadlock
  return 0;
}
