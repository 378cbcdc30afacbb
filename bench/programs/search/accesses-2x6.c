// Two threads of six accesses each to one variable: exactly 924 executions.
#include <pthread.h>

static int x;

static void *increment(void *unused) {
  (void)unused;
  for (int i = 0; i < 3; ++i)
    x = x + 1;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, increment, 0);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
