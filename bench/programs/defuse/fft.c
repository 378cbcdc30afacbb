// A number-theoretic transform by threads: each stage is dealt out, with a barrier between stages.
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef LOG
#define LOG 5
#endif
#define POINTS (1 << LOG)
#define THREADS 2
#define PRIME 257
#define GENERATOR 3

int points[POINTS], out[POINTS];
int stages_done, checksum;
pthread_barrier_t barrier;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int power(int base, int exponent) {
  int result = 1;
  while (exponent > 0) {
    if (exponent & 1)
      result = result * base % PRIME;
    base = base * base % PRIME;
    exponent >>= 1;
  }
  return result;
}

static int reversed(int index) {
  int result = 0;
  for (int bit = 0; bit < LOG; bit++)
    if (index >> bit & 1)
      result |= 1 << (LOG - 1 - bit);
  return result;
}

static void stage(int me, int half) {
  int root = power(GENERATOR, (PRIME - 1) / (2 * half));
  for (int pair = me; pair < POINTS / 2; pair += THREADS) {
    int block = pair / half, offset = pair % half;
    int a = block * 2 * half + offset, b = a + half;
    int twisted = out[b] * power(root, offset) % PRIME;
    int straight = out[a];
    out[a] = (straight + twisted) % PRIME;
    out[b] = (straight + PRIME - twisted) % PRIME;
  }
}

void *transform(void *arg) {
  int me = *(int *)arg;
  for (int i = me; i < POINTS; i += THREADS)
    out[reversed(i)] = points[i];
  pthread_barrier_wait(&barrier);
  for (int half = 1; half < POINTS; half *= 2) {
    stage(me, half);
    pthread_barrier_wait(&barrier);
    if (me == 0)
      stages_done++; // The others may be in the next stage.
  }
  int sum = 0;
  for (int i = me; i < POINTS; i += THREADS)
    sum += out[i];
  int seen = stages_done;
  pthread_mutex_lock(&lock);
  checksum += sum;
  heddle_assert(seen == LOG);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  int ids[THREADS];
  pthread_barrier_init(&barrier, 0, THREADS);
  for (int i = 0; i < POINTS; i++)
    points[i] = i * i % 13;
  for (int i = 0; i < THREADS; i++) {
    ids[i] = i;
    pthread_create(&threads[i], 0, transform, &ids[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  heddle_assert(checksum >= 0);
  return 0;
}
