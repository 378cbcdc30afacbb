// Two threads each do a round of a hash over their half of an input, under a mutex. With -DBUG one
// order and one input give the forbidden hash; else it is one whose last bit no input leads to.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

#define MULTIPLIER 16777619u

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned hash = 2166136261u;
static unsigned halves[2];

static void *round_of(void *half) {
  pthread_mutex_lock(&lock);
  hash = (hash ^ *(unsigned *)half) * MULTIPLIER;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  unsigned input = heddle_uint("input");
  halves[0] = (input & 0xffffu) << 1;
  halves[1] = (input >> 16) << 1 | 0x20000u;
  // What the second half before the first one gives for 0x1234abcd.
  unsigned forbidden =
      ((2166136261u ^ (0x1234u << 1 | 0x20000u)) * MULTIPLIER ^ (0xabcdu << 1)) * MULTIPLIER;
#ifndef BUG
  forbidden ^= 1u;
#endif
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, round_of, &halves[i]);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  assert(hash != forbidden);
  return 0;
}
