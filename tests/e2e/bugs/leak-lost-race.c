// RUN: %expect %s
// The thread that loses the race to install its object forgets to free it.
// CHECK-FLAGS: --property leak
// EXPECT: leak
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic instance;

static void *install(void *arg) {
  (void)arg;
  int *mine = malloc(sizeof *mine); // BUG: leak
  int *none = NULL;
  atomic_compare_exchange_strong(&instance, &none, mine);
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
