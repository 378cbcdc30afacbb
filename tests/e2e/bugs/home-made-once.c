// RUN: %expect %s
// Two threads both see the flag unset and run the initialiser twice.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int initialised;
static atomic_int runs;

static void initialise(void) {
  atomic_fetch_add(&runs, 1);
}

static void *use(void *arg) {
  (void)arg;
  if (!atomic_load(&initialised)) {
    initialise();
    atomic_store(&initialised, 1);
  }
  assert(atomic_load(&runs) == 1); // BUG: assertion
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
