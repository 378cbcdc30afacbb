// RUN: %expect %s
// The result has a value from the start.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static atomic_int good;

static void *prepare(void *arg) {
  (void)arg;
  atomic_store(&ready, 1);
  return NULL;
}

static void *test(void *arg) {
  (void)arg;
  int result[1] = {0};
  if (atomic_load(&ready))
    result[0] = 1;
  if (result[0])
    atomic_store(&good, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, prepare, NULL);
  pthread_create(&b, NULL, test, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
