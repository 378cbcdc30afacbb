// RUN: %expect %s
// Who stores frees what was there.
// CHECK-FLAGS: --property leak
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char *_Atomic latest;

static void *report(void *arg) {
  (void)arg;
  char *mine = malloc(2);
  free(atomic_exchange(&latest, mine));
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, report, NULL);
  pthread_create(&b, NULL, report, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(atomic_load(&latest));
  return 0;
}
