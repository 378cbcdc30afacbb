// RUN: %expect %s
// The reset of the flag can come after the other thread has set it.
// EXPECT: hang
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int go;

static void *wait_go(void *arg) {
  (void)arg;
  atomic_store(&go, 0);
  while (!atomic_load(&go)) // BUG: hang
    sched_yield();
  return NULL;
}

static void *set_go(void *arg) {
  (void)arg;
  atomic_store(&go, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, wait_go, NULL);
  pthread_create(&b, NULL, set_go, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
