// RUN: %expect %s
// The flag is reset before the other thread exists.
// EXPECT: safe
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int go;

static void *wait_go(void *arg) {
  (void)arg;
  while (!atomic_load(&go))
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
  atomic_store(&go, 0);
  pthread_create(&a, NULL, wait_go, NULL);
  pthread_create(&b, NULL, set_go, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
