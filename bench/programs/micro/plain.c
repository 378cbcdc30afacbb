// Two threads of ten visible operations each, plain loads and stores: C(20, 10) = 184,756
// executions. They race, so the race detector has something to do.
#include <pthread.h>

static int x;

static void *increment(void *unused) {
  (void)unused;
  for (int i = 0; i < 5; ++i)
    x = x + 1;
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, increment, 0);
  pthread_create(&two, 0, increment, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
