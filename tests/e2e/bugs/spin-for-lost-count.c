// RUN: %expect %s
// Arrivals are counted with a load and a store; when one is lost, the last
// thread spins for a count that never comes.
// EXPECT: hang
#include <pthread.h>
#include <stdatomic.h>

static atomic_int arrived;

static void arrive(void) {
  int seen = atomic_load(&arrived);
  atomic_store(&arrived, seen + 1);
}

static void *guest(void *arg) {
  (void)arg;
  arrive();
  return NULL;
}

static void *host(void *arg) {
  (void)arg;
  arrive();
  while (atomic_load(&arrived) != 2) // BUG: hang
    ;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, guest, NULL);
  pthread_create(&b, NULL, host, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
