// RUN: %expect %s
// The default name is static, but is freed as if it had been allocated.
// EXPECT: invalid-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char standard[4] = "std";
static char *_Atomic name = standard;

static void *rename_once(void *arg) {
  (void)arg;
  char *fresh = calloc(4, 1);
  char *old = atomic_exchange(&name, fresh);
  free(old); // BUG: invalid-free
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, rename_once, NULL);
  pthread_create(&b, NULL, rename_once, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(atomic_load(&name));
  return 0;
}
