// N threads count under one mutex: N! orders, 40,320 for N = 8.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 8
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *count(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  ++counter;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i)
    pthread_create(&threads[i], 0, count, 0);
  for (int i = 0; i < N; ++i)
    pthread_join(threads[i], 0);
  assert(counter == N);
  return 0;
}
