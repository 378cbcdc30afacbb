// Paper 004, figure 3: K phases that have nothing to do with each other. In each of them a partner
// writes what main reads. 2^K executions, of which K + 1 tell all. With AT_ONCE all partners are
// there from the beginning.
#include <assert.h>
#include <pthread.h>

#ifndef K
#define K 3
#endif

static int values[K];

static void *partner(void *mine) {
  *(int *)mine = 10;
  return 0;
}

int main(void) {
  for (int i = 0; i < K; ++i)
    values[i] = 1;
#ifdef AT_ONCE
  pthread_t threads[K];
  for (int i = 0; i < K; ++i)
    pthread_create(&threads[i], 0, partner, &values[i]);
  for (int i = 0; i < K; ++i) {
    int seen = values[i];
    assert(seen > 0);
  }
  for (int i = 0; i < K; ++i)
    pthread_join(threads[i], 0);
#else
  for (int i = 0; i < K; ++i) {
    pthread_t thread;
    pthread_create(&thread, 0, partner, &values[i]);
    int seen = values[i];
    pthread_join(thread, 0);
    assert(seen > 0);
  }
#endif
  return 0;
}
