// N threads pass a ticket lock: N! orders and no blocked execution, 5,040 for N = 7.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 7
#endif

static atomic_uint next, serving;
static int counter;

static void *pass(void *unused) {
  (void)unused;
  unsigned mine = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != mine)
    ;
  ++counter;
  atomic_store(&serving, mine + 1);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i)
    pthread_create(&threads[i], 0, pass, 0);
  for (int i = 0; i < N; ++i)
    pthread_join(threads[i], 0);
  assert(counter == N);
  return 0;
}
