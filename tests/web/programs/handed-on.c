// A value is handed on to a thread that waits for it on a condition variable.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int waiting;
static int value;

static void *consume(void *unused) {
  pthread_mutex_lock(&m);
  waiting = 1;
  while (value == 0)
    pthread_cond_wait(&ready, &m);
  assert(value != 7);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, consume, 0);
  pthread_mutex_lock(&m);
  if (waiting) {
    value = 7;
    pthread_cond_signal(&ready);
  }
  pthread_mutex_unlock(&m);
  pthread_join(other, 0);
  return 0;
}
