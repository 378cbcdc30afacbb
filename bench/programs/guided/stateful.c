// N threads change two sums, each under its own mutex, by amounts of their own. In the end all
// changes are there. With -DBUG one thread changes the second sum under the first mutex.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int sums[2] = {10, 10};

static void change(int which, int lock, int amount) {
  pthread_mutex_lock(&locks[lock]);
  sums[which] += amount;
  pthread_mutex_unlock(&locks[lock]);
}

static void *run(void *mine) {
  int me = *(int *)mine;
#ifdef BUG
  int lock = me != 0;
#else
  int lock = 1;
#endif
  change(0, 0, me + 1);
  change(1, lock, -me);
  return 0;
}

int main(void) {
  static int names[N];
  pthread_t threads[N];
  for (int i = 0; i < N; ++i) {
    names[i] = i;
    pthread_create(&threads[i], 0, run, &names[i]);
  }
  for (int i = 0; i < N; ++i)
    pthread_join(threads[i], 0);
  assert(sums[0] == 10 + N * (N + 1) / 2);
  assert(sums[1] == 10 - N * (N - 1) / 2);
  return 0;
}
