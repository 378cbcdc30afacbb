// RUN: %expect %s
// The loser frees its object.
// CHECK-FLAGS: --property leak
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic instance;

static void *install(void *arg) {
  (void)arg;
  int *mine = malloc(sizeof *mine);
  int *none = NULL;
  if (!atomic_compare_exchange_strong(&instance, &none, mine))
    free(mine);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, install, NULL);
  pthread_create(&b, NULL, install, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(atomic_load(&instance));
  return 0;
}
