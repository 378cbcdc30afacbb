// Dekker's mutual exclusion, N times each, by threads that assume to get in. With -DBUG a thread
// that had to wait for its turn does not look again.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif

static int wants[2];
static int turn;
static int inside;

static void *enter(void *mine) {
  int me = *(int *)mine;
  for (int round = 0; round < N; ++round) {
    wants[me] = 1;
    if (wants[1 - me]) {
      if (turn != me) {
        wants[me] = 0;
        heddle_assume(turn == me);
        wants[me] = 1;
      }
#ifndef BUG
      heddle_assume(!wants[1 - me]);
#endif
    }
    inside = inside + 1;
    assert(inside == 1);
    inside = inside - 1;
    turn = 1 - me;
    wants[me] = 0;
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
