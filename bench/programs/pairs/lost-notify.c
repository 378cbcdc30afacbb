// One thread waits without looking whether it was signalled before. Bug: it waits for ever.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

static void *await(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&ready, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *notify(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t waiter, notifier;
  pthread_create(&waiter, 0, await, 0);
  pthread_create(&notifier, 0, notify, 0);
  pthread_join(waiter, 0);
  pthread_join(notifier, 0);
  return 0;
}
