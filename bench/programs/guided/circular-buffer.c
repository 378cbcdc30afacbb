// One thread sends N values through a ring of two places, another one takes what there is, N times.
// Values come in order. With -DBUG the sender does not look whether a place is left.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif
#define PLACES 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[PLACES];
static int in;
static int out;
static int held;

static int put(int value) {
#ifndef BUG
  if (held == PLACES)
    return 0;
#endif
  ring[in] = value;
  in = (in + 1) % PLACES;
  ++held;
  return 1;
}

static int get(int *value) {
  if (held == 0)
    return 0;
  *value = ring[out];
  out = (out + 1) % PLACES;
  --held;
  return 1;
}

static void *sender(void *unused) {
  int next = 1;
  for (int i = 0; i < N; ++i) {
    pthread_mutex_lock(&lock);
    next += put(next);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void *receiver(void *unused) {
  int expected = 1;
  for (int i = 0; i < N; ++i) {
    int value = 0;
    pthread_mutex_lock(&lock);
    int got = get(&value);
    pthread_mutex_unlock(&lock);
    if (got)
      assert(value == expected++);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, sender, 0);
  pthread_create(&threads[1], 0, receiver, 0);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
