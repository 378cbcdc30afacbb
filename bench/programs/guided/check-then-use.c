// N threads take a mutex, look whether a value that an input gave is still there, and use it.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left;
static int used;

static void *use(void *unused) {
  pthread_mutex_lock(&lock);
  int enough = left > 0;
  if (enough) {
    left = left - 1;
    used = used + 1;
  }
  assert(left >= 0);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  left = heddle_int("left");
  heddle_assume(left >= 0 && left <= N);
  int all = left;
  pthread_t threads[N];
  for (int i = 0; i < N; ++i)
    pthread_create(&threads[i], 0, use, 0);
  for (int i = 0; i < N; ++i)
    pthread_join(threads[i], 0);
  assert(left + used == all);
  return 0;
}
