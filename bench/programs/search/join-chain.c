// Each thread creates the next and joins it before it counts: one trace.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int counter;

static void *link(void *argument) {
  intptr_t left = (intptr_t)argument;
  if (left > 0) {
    pthread_t next;
    pthread_create(&next, 0, link, (void *)(left - 1));
    pthread_join(next, 0);
  }
  assert(counter == left);
  ++counter;
  return 0;
}

int main(void) {
  pthread_t first;
  pthread_create(&first, 0, link, (void *)(intptr_t)3);
  pthread_join(first, 0);
  assert(counter == 4);
  return 0;
}
