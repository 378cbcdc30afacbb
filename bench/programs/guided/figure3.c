// Paper 004, figure 3: K phases that have nothing to do with each other. In each of them a partner
// writes what main reads. 2^K executions, of which K + 1 tell all.
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
  for (int i = 0; i < K; ++i) {
    pthread_t thread;
    pthread_create(&thread, 0, partner, &values[i]);
    int seen = values[i];
    pthread_join(thread, 0);
    assert(seen > 0);
  }
  return 0;
}
