// Four threads write a variable that is read when all have ended. All that is seen of their order
// is which was last; there are 4! orders.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { Count = 4 };
static atomic_int cell;

static void *store(void *argument) {
  atomic_store(&cell, (int)(intptr_t)argument);
  return 0;
}

int main(void) {
  pthread_t threads[Count];
  for (int i = 0; i < Count; ++i)
    pthread_create(&threads[i], 0, store, (void *)(intptr_t)(i + 1));
  for (int i = 0; i < Count; ++i)
    pthread_join(threads[i], 0);
  assert(atomic_load(&cell) != 0);
  return 0;
}
