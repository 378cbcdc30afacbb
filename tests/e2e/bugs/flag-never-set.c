// RUN: %expect %s
// The worker waits for a flag that nobody sets; the other thread sets another.
// EXPECT: hang
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static atomic_int done;

static void *wait_ready(void *arg) {
  (void)arg;
  while (!atomic_load(&ready)) // BUG: hang
    ;
  return NULL;
}

static void *prepare(void *arg) {
  (void)arg;
  atomic_store(&done, 1);
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
