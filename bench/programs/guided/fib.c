// Two threads add to each other's counter, N times each; no order gives more than a Fibonacci
// number. With -DBUG it is to stay below it.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static int i = 1;
static int j = 1;

static int fibonacci(int n) {
  int a = 0;
  int b = 1;
  while (n-- > 0) {
    int next = a + b;
    a = b;
    b = next;
  }
  return a;
}

static void *raise_i(void *unused) {
  for (int round = 0; round < N; ++round)
    i += j;
  return unused;
}

static void *raise_j(void *unused) {
  for (int round = 0; round < N; ++round)
    j += i;
  return unused;
}

int main(void) {
  pthread_t one;
  pthread_t two;
  pthread_create(&one, 0, raise_i, 0);
  pthread_create(&two, 0, raise_j, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  int most = fibonacci(2 * N + 2);
#ifdef BUG
  --most;
#endif
  assert(i <= most && j <= most);
  return 0;
}
