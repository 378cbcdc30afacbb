// N blocks, each under the mutex of its file while it is in use and under that of the free ones
// while it is not: which mutex guards it changes with time. With -DBUG a block is given back
// without a look whether it is in use.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 1
#endif

static pthread_mutex_t of_file[N];
static pthread_mutex_t of_free[N];
static int used[N];
static int busy[N];
static int block[N];

static void *allocate(void *unused) {
  for (int i = 0; i < N; ++i) {
    pthread_mutex_lock(&of_file[i]);
    if (!used[i]) {
      pthread_mutex_lock(&of_free[i]);
      busy[i] = 1;
      pthread_mutex_unlock(&of_free[i]);
      used[i] = 1;
    }
    block[i] = 1;
    assert(block[i] == 1);
    pthread_mutex_unlock(&of_file[i]);
  }
  return unused;
}

static void *give_back(void *unused) {
  for (int i = 0; i < N; ++i) {
    pthread_mutex_lock(&of_free[i]);
#ifndef BUG
    if (!busy[i])
#endif
    {
      block[i] = 0;
      assert(block[i] == 0);
    }
    pthread_mutex_unlock(&of_free[i]);
  }
  return unused;
}

int main(void) {
  pthread_t one;
  pthread_t two;
  for (int i = 0; i < N; ++i) {
    pthread_mutex_init(&of_file[i], 0);
    pthread_mutex_init(&of_free[i], 0);
  }
  pthread_create(&one, 0, allocate, 0);
  pthread_create(&two, 0, give_back, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
