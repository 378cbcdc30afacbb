// Dekker's algorithm, one round a thread; waiting is given up after two looks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { Looks = 2 };
static atomic_int wants[2], turn;
static atomic_int inside;

static void *enter(void *argument) {
  int me = *(int *)argument, other = 1 - me;
  atomic_store(&wants[me], 1);
  for (int look = 0; atomic_load(&wants[other]); ++look) {
    if (look == Looks)
      return 0;
    if (atomic_load(&turn) == other) {
      atomic_store(&wants[me], 0);
      return 0;
    }
  }
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&turn, other);
  atomic_store(&wants[me], 0);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int names[2] = {0, 1};
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, enter, &names[i]);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
