// RUN: %expect %s
// The thread leaves it to main to join it.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int on_its_own;

static void *run(void *arg) {
  (void)arg;
  (void)atomic_load(&on_its_own);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, run, NULL);
  if (!atomic_load(&on_its_own))
    pthread_join(a, NULL);
  return 0;
}
