// N threads draw amounts that inputs give from one store: each looks under the mutex whether there
// is enough, and draws. With -DBUG the mutex is let go in between.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int store;
static int amounts[N];

static void *draw(void *mine) {
  int amount = *(int *)mine;
  pthread_mutex_lock(&lock);
  int enough = store >= amount;
#ifdef BUG
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
#endif
  if (enough)
    store -= amount;
  assert(store >= 0);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  store = heddle_range(0, 1000, "store");
  pthread_t threads[N];
  for (int i = 0; i < N; ++i) {
    amounts[i] = heddle_range(1, 1000, "amount");
    pthread_create(&threads[i], 0, draw, &amounts[i]);
  }
  for (int i = 0; i < N; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
