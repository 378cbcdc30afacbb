// A block from the heap is handed over through a pointer while a third thread looks on.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) slot;

static void *give(void *unused) {
  (void)unused;
  int *block = malloc(sizeof *block);
  *block = 7;
  atomic_store(&slot, block);
  return 0;
}

static void *take(void *unused) {
  (void)unused;
  int *block = atomic_exchange(&slot, 0);
  if (block) {
    assert(*block == 7);
    free(block);
  }
  return 0;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, give, 0);
  pthread_create(&threads[1], 0, take, 0);
  pthread_create(&threads[2], 0, take, 0);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
