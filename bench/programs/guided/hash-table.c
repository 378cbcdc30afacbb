// Two threads put N values each into a table by compare-and-exchange; those of an input collide or
// do not. Nothing is lost. With -DBUG a thread looks first and writes then.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#define SIZE (4 * N)

static atomic_int table[SIZE];
static unsigned seed;

// All values begin at one place, or those of each round at one of their own.
static unsigned place(int value) {
  return (unsigned)(value / 2) * (seed & 1u);
}

static void put(int value) {
  for (unsigned i = 0; i < SIZE; ++i) {
    atomic_int *at = &table[(place(value) + i) % SIZE];
#ifdef BUG
    if (!*at) {
      *at = value;
      return;
    }
#else
    int expected = 0;
    if (atomic_compare_exchange_strong(at, &expected, value))
      return;
#endif
  }
  assert(!"there is room");
}

static void *fill(void *first) {
  for (int i = 0; i < N; ++i)
    put(*(int *)first + 2 * i);
  return 0;
}

int main(void) {
  static int first[2] = {2, 3};
  seed = (unsigned)heddle_int("seed");
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, fill, &first[i]);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  int sum = 0;
  for (int i = 0; i < SIZE; ++i)
    sum += table[i];
  assert(sum == N * (2 * N + 3)); // 2 to 2 N + 1.
  return 0;
}
