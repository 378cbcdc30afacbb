// A barrier for four threads that is used twice. Whoever wakes looks once whether all are there,
// and a thread that comes again may have been faster. Bug: barging, seen by an assertion.
#include <assert.h>
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 2 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t open = PTHREAD_COND_INITIALIZER;
static int waiting;
static int round_of[THREADS];

static void block(int self) {
  pthread_mutex_lock(&mutex);
  ++waiting;
  if (waiting == THREADS) {
    waiting = 0;
    pthread_cond_broadcast(&open);
  } else {
    pthread_cond_wait(&open, &mutex);
    assert(waiting == 0); // Unless somebody came in before.
  }
  ++round_of[self];
  pthread_mutex_unlock(&mutex);
}

static void *run(void *number) {
  for (int i = 0; i < ROUNDS; ++i)
    block((int)(long)number);
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], 0, run, (void *)i);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
