// The second thread is not joined before what it writes is read: a race and a wrong sum.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int cells[2];

static void *fill(void *argument) {
  cells[(intptr_t)argument] = 1;
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, fill, (void *)(intptr_t)0);
  pthread_create(&two, 0, fill, (void *)(intptr_t)1);
  pthread_join(one, 0);
  assert(cells[0] + cells[1] == 2);
  pthread_join(two, 0);
  return 0;
}
