// N threads each turn the dial of a safe under a mutex, by as much as an input says within a range
// of their own. With -DBUG there is one combination, which one order and one set of inputs hit;
// else the last digit of it is one that nobody can turn to.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif
#define DIGITS 64u

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned dial;
static unsigned turns[N];

static void *turn(void *by) {
  pthread_mutex_lock(&lock);
  dial = dial * DIGITS + *(unsigned *)by;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  unsigned combination = 0;
  for (unsigned i = 0; i < N; ++i) {
    turns[i] = heddle_uint("turn");
    heddle_assume(turns[i] >= 10 * i && turns[i] < 10 * i + 10);
    // The threads in reverse order, each by the seventh of its ten.
    combination = combination * DIGITS + 10 * (N - 1 - i) + 7;
  }
#ifndef BUG
  combination += 50;
#endif
  pthread_t threads[N];
  for (int i = 0; i < N; ++i)
    pthread_create(&threads[i], 0, turn, &turns[i]);
  for (int i = 0; i < N; ++i)
    pthread_join(threads[i], 0);
  assert(dial != combination);
  return 0;
}
