// Two threads and two phases with a barrier between: each reads what the other wrote before it.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int cells[2];

static void *work(void *argument) {
  intptr_t me = (intptr_t)argument;
  for (int phase = 1; phase <= 2; ++phase) {
    cells[me] = phase;
    pthread_barrier_wait(&barrier);
    assert(cells[1 - me] == phase);
    pthread_barrier_wait(&barrier);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, 0, 2);
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, work, (void *)(intptr_t)i);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
