// RUN: %expect %s
// The second stage runs only after the first.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assert(int cond);

static atomic_int stage;

static void *first(void *arg) {
  (void)arg;
  atomic_store(&stage, 1);
  return NULL;
}

static void *second(void *arg) {
  (void)arg;
  if (atomic_load(&stage) == 1)
    __VERIFIER_assert(atomic_load(&stage) == 1);
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
