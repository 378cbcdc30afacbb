// A buffer of one slot, four who put and four who take, one condition for both. Only one waiter is
// woken, and that may be the wrong one. Bug: all wait.
#include <pthread.h>

enum { PUTTERS = 4, TAKERS = 4, SLOTS = 1 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int buffer[SLOTS];
static int filled;

static void *put(void *number) {
  pthread_mutex_lock(&mutex);
  while (filled == SLOTS)
    pthread_cond_wait(&changed, &mutex);
  buffer[filled++] = (int)(long)number;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return 0;
}

static void *take(void *sum) {
  pthread_mutex_lock(&mutex);
  while (filled == 0)
    pthread_cond_wait(&changed, &mutex);
  *(int *)sum += buffer[--filled];
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t putters[PUTTERS], takers[TAKERS];
  int sums[TAKERS] = {0};
  for (int i = 0; i < TAKERS; ++i)
    pthread_create(&takers[i], 0, take, &sums[i]);
  for (long i = 0; i < PUTTERS; ++i)
    pthread_create(&putters[i], 0, put, (void *)i);
  for (int i = 0; i < PUTTERS; ++i)
    pthread_join(putters[i], 0);
  for (int i = 0; i < TAKERS; ++i)
    pthread_join(takers[i], 0);
  return 0;
}
