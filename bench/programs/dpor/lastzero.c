// N writers each set a cell to one more than the cell below it while a reader looks for the highest
// cell that is still zero. What the reader depends on changes with what it reads: 69,632 traces for
// N = 14.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 14
#endif

static atomic_int cells[N + 1];

static void *look(void *unused) {
  (void)unused;
  int at = N;
  while (atomic_load(&cells[at]) != 0)
    --at;
  return 0;
}

static void *raise(void *argument) {
  intptr_t me = (intptr_t)argument;
  atomic_store(&cells[me], atomic_load(&cells[me - 1]) + 1);
  return 0;
}

int main(void) {
  pthread_t reader, writers[N + 1];
  pthread_create(&reader, 0, look, 0);
  for (int i = 1; i <= N; ++i)
    pthread_create(&writers[i], 0, raise, (void *)(intptr_t)i);
  pthread_join(reader, 0);
  for (int i = 1; i <= N; ++i)
    pthread_join(writers[i], 0);
  return 0;
}
