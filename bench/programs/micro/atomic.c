// Two threads of ten visible operations each, atomic: C(20, 10) = 184,756 executions, no race.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *increment(void *unused) {
  (void)unused;
  for (int i = 0; i < 10; ++i)
    atomic_fetch_add(&x, 1);
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
