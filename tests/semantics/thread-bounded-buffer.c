// A producer and a consumer over a buffer of one slot.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int slot, filled;

static void put(int v) {
  pthread_mutex_lock(&lock);
  while (filled)
    pthread_cond_wait(&not_full, &lock);
  slot = v;
  filled = 1;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&lock);
}

static int get(void) {
  pthread_mutex_lock(&lock);
  while (!filled)
    pthread_cond_wait(&not_empty, &lock);
  int v = slot;
  filled = 0;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&lock);
  return v;
}

static void *produce(void *unused) {
  (void)unused;
  for (int i = 1; i <= 2; i++)
    put(i * i + 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, produce, NULL);
  int first = get(), second = get();
  pthread_join(t, NULL);
  printf("%d %d %d\n", first, second, filled);
  return first * 10 + second;
}
