// Weak native definitions of what the seeded programs only declare, to link and
// run them outside heddle: clang -pthread PROGRAM.c native-stubs.c
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t section = PTHREAD_MUTEX_INITIALIZER;

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assert(int cond);
void reach_error(void);

__attribute__((weak)) void __VERIFIER_atomic_begin(void) {
  pthread_mutex_lock(&section);
}

__attribute__((weak)) void __VERIFIER_atomic_end(void) {
  pthread_mutex_unlock(&section);
}

__attribute__((weak)) void __VERIFIER_assert(int cond) {
  if (!cond)
    abort();
}

__attribute__((weak)) void reach_error(void) {
  abort();
}
