// RUN: %expect %s
// The other thread sets the flag that is waited for.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static atomic_int done;

static void *wait_ready(void *arg) {
  (void)arg;
  while (!atomic_load(&ready))
    ;
  return NULL;
}

static void *prepare(void *arg) {
  (void)arg;
  atomic_store(&done, 1);
  atomic_store(&ready, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, wait_ready, NULL);
  pthread_create(&b, NULL, prepare, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
