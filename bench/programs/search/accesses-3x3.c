// Three threads that write one variable three times each: exactly 9!/(3!)^3 = 1680 executions.
#include <pthread.h>

static int x;

static void *write(void *unused) {
  (void)unused;
  x = 1;
  x = 2;
  x = 3;
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], 0, write, 0);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
