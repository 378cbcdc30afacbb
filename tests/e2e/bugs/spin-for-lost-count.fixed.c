// RUN: %expect %s
// Arrivals are counted with one atomic addition.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int arrived;

static void arrive(void) {
  atomic_fetch_add(&arrived, 1);
}

static void *guest(void *arg) {
  (void)arg;
  arrive();
  return NULL;
}

static void *host(void *arg) {
  (void)arg;
  arrive();
  while (atomic_load(&arrived) != 2)
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
