// RUN: %expect %s
// The pointer is taken out with one exchange; only one thread gets it.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic cache;

static void *flush(void *arg) {
  (void)arg;
  int *mine = atomic_exchange(&cache, NULL);
  free(mine);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  atomic_store(&cache, malloc(sizeof(int)));
  pthread_create(&a, NULL, flush, NULL);
  pthread_create(&b, NULL, flush, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
