// RUN: %expect %s
// The SV-COMP atomic section covers the write but not the read of the
// increment.
// EXPECT: reach-error
// EXPECT-MAYBE: data-race
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void reach_error(void) {
  assert(0);
}
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error(); // BUG: reach-error
    abort();
  }
}

static int count;

static void *increment(void *arg) {
  (void)arg;
  int seen = count; // BUG: data-race
  __VERIFIER_atomic_begin();
  count = seen + 1; // BUG: data-race
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  __VERIFIER_assert(count == 2);
  return 0;
}
