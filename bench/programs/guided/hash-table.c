// Two threads put N values each into a table by compare-and-exchange; those of an input collide or
// do not. Nothing is lost.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#define SIZE 8

static atomic_int table[SIZE];
static unsigned seed;

static unsigned place(int value) {
  return (unsigned)(value * 3) + (seed & 1u);
}

static void put(int value) {
  for (unsigned i = 0; i < SIZE; ++i) {
    int expected = 0;
    if (atomic_compare_exchange_strong(&table[(place(value) + i) % SIZE], &expected, value))
      return;
  }
  assert(!"there is room");
}

static void *fill(void *first) {
  for (int i = 0; i < N; ++i)
    put(*(int *)first + i);
  return 0;
}

int main(void) {
  static int first[2] = {1, 1 + N};
  seed = (unsigned)heddle_int("seed");
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, fill, &first[i]);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  int sum = 0;
  for (int i = 0; i < SIZE; ++i)
    sum += table[i];
  assert(sum == 2 * N * (2 * N + 1) / 2);
  return 0;
}
