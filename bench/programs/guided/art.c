// Two threads go N rounds each through branches on what the other one wrote. One variable only is
// asserted to stay in its bounds; the others are notes that nobody needs. With -DBUG the bound is
// one too low.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int level;
static atomic_int notes[2];
static int seen[2];

static void *climb(void *mine) {
  int me = *(int *)mine;
  for (int round = 0; round < N; ++round) {
    notes[me] = round;
    if (notes[1 - me] > round)
      seen[me] += 2;
    else
      seen[me] += 1;
    int found = level;
    if (found < 2 * N)
      level = found + 1;
    notes[me] = seen[me];
  }
  return 0;
}

int main(void) {
  static int names[2] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, climb, &names[i]);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
#ifdef BUG
  assert(level < 2 * N);
#else
  assert(level <= 2 * N);
#endif
  return 0;
}
