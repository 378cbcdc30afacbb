// Peterson's algorithm with sequentially consistent atomics.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int wants[2], turn;
static int inside;

static void *work(void *p) {
  int me = *(int *)p, other = !me;
  atomic_store(&wants[me], 1);
  atomic_store(&turn, other);
  while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
    ;
  inside += me + 1;
  atomic_store(&wants[me], 0);
  return NULL;
}

int main(void) {
  int ids[2] = {0, 1};
  pthread_t t;
  pthread_create(&t, NULL, work, &ids[1]);
  work(&ids[0]);
  pthread_join(t, NULL);
  printf("%d\n", inside);
  return inside;
}
