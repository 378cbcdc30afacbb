// Szymanski's algorithm, two threads, one round each: 29 traces.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int states[2];
static int inside;

static void *enter(void *argument) {
  int me = (int)(intptr_t)argument, other = 1 - me;
  atomic_store(&states[me], 1);
  while (atomic_load(&states[other]) >= 3)
    ;
  atomic_store(&states[me], 3);
  if (atomic_load(&states[other]) == 1) {
    atomic_store(&states[me], 2);
    while (atomic_load(&states[other]) != 4)
      ;
  }
  atomic_store(&states[me], 4);
  if (me == 1)
    while (atomic_load(&states[0]) >= 2)
      ;
  assert(++inside == 1);
  --inside;
  if (me == 0)
    while ((atomic_load(&states[1]) & ~1) == 2)
      ;
  atomic_store(&states[me], 0);
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
