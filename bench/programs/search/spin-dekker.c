// Dekker's algorithm with all its waiting, one round a thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn;
static int inside;

static void *enter(void *argument) {
  int me = (int)(intptr_t)argument, other = 1 - me;
  atomic_store(&wants[me], 1);
  while (atomic_load(&wants[other]))
    if (atomic_load(&turn) == other) {
      atomic_store(&wants[me], 0);
      while (atomic_load(&turn) == other)
        ;
      atomic_store(&wants[me], 1);
    }
  assert(++inside == 1);
  --inside;
  atomic_store(&turn, other);
  atomic_store(&wants[me], 0);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, enter, (void *)(intptr_t)i);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
