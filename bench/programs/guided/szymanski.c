// Szymanski's mutual exclusion, N times each, by threads that assume to get on. With -DBUG a thread
// goes in without waiting for those before it.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef N
#define N 1
#endif

static int stage[2];
static int inside;

static void *enter(void *mine) {
  int me = *(int *)mine;
  for (int round = 0; round < N; ++round) {
    stage[me] = 1;
    heddle_assume(stage[1 - me] < 3);
    stage[me] = 3;
    if (stage[1 - me] == 1) {
      stage[me] = 2;
      heddle_assume(stage[1 - me] == 4);
    }
    stage[me] = 4;
#ifndef BUG
    if (me == 1)
      heddle_assume(stage[0] < 2);
#endif
    inside = inside + 1;
    assert(inside == 1);
    inside = inside - 1;
    if (me == 0)
      heddle_assume(stage[1] < 2 || stage[1] > 3);
    stage[me] = 0;
  }
  return 0;
}

int main(void) {
  static int names[2] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, enter, &names[i]);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
