// RUN: %expect %s
// Both threads see the cache filled and free it.
// EXPECT: double-free
// EXPECT-MAYBE: data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic cache;

static void *flush(void *arg) {
  (void)arg;
  int *mine = atomic_load(&cache);
  if (mine) {
    free(mine); // BUG: double-free, data-race
    atomic_store(&cache, NULL);
  }
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
