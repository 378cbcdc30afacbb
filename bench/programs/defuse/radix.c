// Radix sort by threads, a digit a round: counts, offsets, places, with a barrier between.
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef KEYS
#define KEYS 64
#endif
#define THREADS 2
#define RADIX 8
#define ROUNDS 3

unsigned from[KEYS], to[KEYS];
unsigned counts[THREADS][RADIX];
unsigned offsets[THREADS][RADIX];
unsigned largest;
int finished;
pthread_barrier_t barrier;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned digit(unsigned key, int round) {
  return (key >> (3 * round)) % RADIX;
}

static void count(int me, unsigned *keys, int round) {
  for (int d = 0; d < RADIX; d++)
    counts[me][d] = 0;
  for (int i = me * KEYS / THREADS; i < (me + 1) * KEYS / THREADS; i++)
    counts[me][digit(keys[i], round)]++;
}

static void place(int me, unsigned *keys, unsigned *out, int round) {
  unsigned next = 0;
  for (int d = 0; d < RADIX; d++)
    for (int t = 0; t < THREADS; t++) {
      if (t == me)
        offsets[me][d] = next;
      next += counts[t][d];
    }
  for (int i = me * KEYS / THREADS; i < (me + 1) * KEYS / THREADS; i++)
    out[offsets[me][digit(keys[i], round)]++] = keys[i];
}

static void note(unsigned key) {
  if (key > largest) { // Looks without the lock.
    pthread_mutex_lock(&lock);
    largest = key;
    pthread_mutex_unlock(&lock);
  }
}

void *sort(void *arg) {
  int me = *(int *)arg;
  for (int round = 0; round < ROUNDS; round++) {
    unsigned *keys = round % 2 ? to : from;
    unsigned *out = round % 2 ? from : to;
    count(me, keys, round);
    pthread_barrier_wait(&barrier);
    place(me, keys, out, round);
    pthread_barrier_wait(&barrier);
  }
  note(to[(me + 1) * KEYS / THREADS - 1]);
  pthread_mutex_lock(&lock);
  finished++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  int ids[THREADS];
  unsigned seed = 7;
  pthread_barrier_init(&barrier, 0, THREADS);
  for (int i = 0; i < KEYS; i++) {
    seed = seed * 1103515245 + 12345;
    from[i] = (seed >> 16) % 512;
  }
  for (int i = 0; i < THREADS; i++) {
    ids[i] = i;
    pthread_create(&threads[i], 0, sort, &ids[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  heddle_assert(finished == THREADS);
  heddle_assert(largest == to[KEYS - 1]);
  return 0;
}
