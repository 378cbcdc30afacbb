// RUN: %expect %s
// Both accesses are in atomic sections.
// EXPECT: safe
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int shared;

static void *add(void *arg) {
  (void)arg;
  __VERIFIER_atomic_begin();
  shared = shared + 1;
  __VERIFIER_atomic_end();
  return NULL;
}

static void *clear(void *arg) {
  (void)arg;
  __VERIFIER_atomic_begin();
  shared = 0;
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, clear, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
