// N threads each add their number to a sum under a mutex, and one looks at it once: it is never
// more than all of them together. With -DBUG it is never to be that much either.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif
#define ALL (N * (N + 1) / 2)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *mine) {
  pthread_mutex_lock(&lock);
  sum += *(int *)mine;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *look(void *unused) {
  pthread_mutex_lock(&lock);
#ifdef BUG
  assert(sum < ALL);
#else
  assert(sum <= ALL);
#endif
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  static int numbers[N];
  pthread_t threads[N + 1];
  for (int i = 0; i < N; ++i) {
    numbers[i] = i + 1;
    pthread_create(&threads[i], 0, add, &numbers[i]);
  }
  pthread_create(&threads[N], 0, look, 0);
  for (int i = 0; i <= N; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
