// Peterson's algorithm, one round a thread, waiting until the other lets it in.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void *enter(void *argument) {
  int me = *(int *)argument, other = 1 - me;
  atomic_store(&wants[me], 1);
  atomic_store(&turn, other);
  while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
    ;
  assert(++inside == 1);
  --inside;
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
