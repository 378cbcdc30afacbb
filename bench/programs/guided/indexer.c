// N threads put words into one table by compare-and-exchange, each looking on where a place is
// taken. All words are found afterwards. With -DBUG a thread looks first and writes then.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#define WORDS 2
#define SIZE (2 * N * WORDS)

static atomic_int table[SIZE];

static int place(int word) {
  return word * 5 % SIZE;
}

static int take(int at, int word) {
#ifdef BUG
  if (table[at])
    return 0;
  table[at] = word;
  return 1;
#else
  int nothing = 0;
  return atomic_compare_exchange_strong(&table[at], &nothing, word);
#endif
}

static void *fill(void *mine) {
  for (int i = 0; i < WORDS; ++i) {
    int mark = (1 + i) * N + *(int *)mine;
    int at = place(1 + i); // Where the others begin in the same round.
    while (!take(at, mark))
      at = (at + 1) % SIZE;
  }
  return 0;
}

int main(void) {
  static int names[N];
  pthread_t threads[N];
  for (int i = 0; i < N; ++i) {
    names[i] = i;
    pthread_create(&threads[i], 0, fill, &names[i]);
  }
  for (int i = 0; i < N; ++i)
    pthread_join(threads[i], 0);
  int count = 0;
  for (int i = 0; i < SIZE; ++i)
    count += table[i] != 0;
  assert(count == N * WORDS);
  return 0;
}
