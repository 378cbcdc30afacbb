// N writers and one reader of one variable. There are (N + 1)! traces; where the order of writes
// that nobody reads does not count, at most 1 + N * 2^(N - 1) executions: 1,025 for N = 8.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 8
#endif

static atomic_int cell;

static void *store(void *argument) {
  atomic_store(&cell, (int)(intptr_t)argument);
  return 0;
}

static void *load(void *unused) {
  (void)unused;
  (void)atomic_load(&cell);
  return 0;
}

int main(void) {
  pthread_t reader, writers[N];
  for (int i = 0; i < N; ++i)
    pthread_create(&writers[i], 0, store, (void *)(intptr_t)(i + 1));
  pthread_create(&reader, 0, load, 0);
  pthread_join(reader, 0);
  for (int i = 0; i < N; ++i)
    pthread_join(writers[i], 0);
  return 0;
}
