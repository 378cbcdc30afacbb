// RUN: %expect %s
// Start-up is guarded by a load and a later store, so a second thread can pass
// the guard and abort.
// EXPECT: abort
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int started;
static atomic_int services;

static void *start(void *arg) {
  (void)arg;
  if (atomic_load(&started))
    return NULL;
  atomic_store(&started, 1);
  if (atomic_fetch_add(&services, 1) != 0)
    abort(); // BUG: abort
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, start, NULL);
  pthread_create(&b, NULL, start, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
