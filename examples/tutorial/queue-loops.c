// The queue with loops around its waits, and another bug.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int place, isFull;

static void put(int value) {
  pthread_mutex_lock(&lock);
  while (isFull)
    pthread_cond_wait(&changed, &lock);
  place = value;
  isFull = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

static int get(void) {
  pthread_mutex_lock(&lock);
  while (!isFull)
    pthread_cond_wait(&changed, &lock);
  assert(isFull);
  isFull = 0;
  int value = place;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return value;
}

static void *produce(void *arg) {
  for (int i = 1; i <= 2; ++i)
    put(i);
  return arg;
}

static void *consume(void *arg) {
  get();
  return arg;
}

int main(void) {
  pthread_t producer, first, second;
  pthread_create(&producer, NULL, produce, NULL);
  pthread_create(&first, NULL, consume, NULL);
  pthread_create(&second, NULL, consume, NULL);
  pthread_join(producer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}
