// RUN: %expect %s
// pthread_once runs the initialiser once.
// EXPECT: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int runs;

static void initialise(void) {
  atomic_fetch_add(&runs, 1);
}

static void *use(void *arg) {
  (void)arg;
  pthread_once(&once, initialise);
  assert(atomic_load(&runs) == 1);
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
