// Two threads add to each other's counter, N times each. The traces are 1,107, 8,953, 73,789 and
// 616,227 for N = 4 to 7.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 7
#endif

static atomic_int i = 1, j = 1;

static void *raise_i(void *unused) {
  (void)unused;
  for (int round = 0; round < N; ++round)
    i += j;
  return 0;
}

static void *raise_j(void *unused) {
  (void)unused;
  for (int round = 0; round < N; ++round)
    j += i;
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, raise_i, 0);
  pthread_create(&two, 0, raise_j, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
