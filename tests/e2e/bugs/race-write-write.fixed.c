// RUN: %expect %s
// The write is an atomic exchange.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int winner;

static void *first(void *arg) {
  (void)arg;
  atomic_exchange(&winner, 1);
  return NULL;
}

static void *second(void *arg) {
  (void)arg;
  atomic_exchange(&winner, 2);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
