// Two threads that write a number of times each: (2N)! / (N! N!) executions, one of which ends with
// a value that main does not expect.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int last;

static void *write_all(void *argument) {
  for (int i = 0; i < ROUNDS; ++i)
    last = (int)(intptr_t)argument + i;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, write_all, (void *)10);
  pthread_create(&second, 0, write_all, (void *)20);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(last != 9 + ROUNDS);
  return 0;
}
