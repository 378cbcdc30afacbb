// A barrier between two phases: each phase sees all of the one before.
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t barrier;
static int cells[2] = {3, 5}, next[2], serial[2];

static void *phase(void *p) {
  int me = *(int *)p;
  next[me] = cells[me] * 2;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    serial[me] = 1;
  cells[me] = next[0] + next[1] + me;
  return NULL;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  int ids[2] = {0, 1};
  pthread_t t;
  pthread_create(&t, NULL, phase, &ids[1]);
  phase(&ids[0]);
  pthread_join(t, NULL);
  pthread_barrier_destroy(&barrier);
  printf("%d %d %d\n", cells[0], cells[1], serial[0] + serial[1]);
  return cells[1];
}
