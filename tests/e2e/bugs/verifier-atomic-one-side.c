// RUN: %expect %s
// Only one of the two threads puts its access into an atomic section.
// EXPECT: data-race
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int shared;

static void *add(void *arg) {
  (void)arg;
  __VERIFIER_atomic_begin();
  shared = shared + 1; // BUG: data-race
  __VERIFIER_atomic_end();
  return NULL;
}

static void *clear(void *arg) {
  (void)arg;
  shared = 0; // BUG: data-race
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
