// N threads count themselves in; only who was first writes, and sees nobody's writes but its own.
// With -DBUG being counted and seeing the count are two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif
#define ROUNDS 3

static atomic_int entered;
static atomic_int value;

static int count_in(void) {
#ifdef BUG
  entered = entered + 1;
  return entered;
#else
  return atomic_fetch_add(&entered, 1) + 1;
#endif
}

static void *run(void *unused) {
  int place = count_in();
  if (place == 1) {
    for (int i = 0; i < ROUNDS; ++i) {
      int before = value;
      value = before + 1;
      assert(value == before + 1);
    }
    assert(value == ROUNDS);
  } else {
    assert(value <= ROUNDS);
  }
  return unused;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i)
    pthread_create(&threads[i], 0, run, 0);
  for (int i = 0; i < N; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
