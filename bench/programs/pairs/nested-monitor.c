// A monitor inside of another: who waits in the inner one keeps the outer one, which the one that
// would wake it needs. Bug: a deadlock.
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *take(void *unused) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  while (items == 0)
    pthread_cond_wait(&filled, &inner);
  --items;
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return unused;
}

static void *put(void *unused) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  ++items;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return unused;
}

int main(void) {
  pthread_t taker, putter;
  pthread_create(&taker, 0, take, 0);
  pthread_create(&putter, 0, put, 0);
  pthread_join(taker, 0);
  pthread_join(putter, 0);
  return 0;
}
