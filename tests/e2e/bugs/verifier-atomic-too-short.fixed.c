// RUN: %expect %s
// The whole increment is in the atomic section.
// EXPECT: safe
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
    reach_error();
    abort();
  }
}

static int count;

static void *increment(void *arg) {
  (void)arg;
  __VERIFIER_atomic_begin();
  int seen = count;
  count = seen + 1;
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
