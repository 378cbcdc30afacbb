// Five threads write a variable that nobody reads: one execution, or 5! where their order counts.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { Count = 5 };
static atomic_int cell;

static void *store(void *argument) {
  atomic_store(&cell, (int)(intptr_t)argument);
  return 0;
}

int main(void) {
  pthread_t threads[Count];
  for (int i = 0; i < Count; ++i)
    pthread_create(&threads[i], 0, store, (void *)(intptr_t)i);
  for (int i = 0; i < Count; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
