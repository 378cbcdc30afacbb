// A buffer of one place between a producer and a consumer, with condition variables.
#include <assert.h>
#include <pthread.h>

enum { Items = 4 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int full, place;

static void *produce(void *unused) {
  (void)unused;
  for (int i = 1; i <= Items; ++i) {
    pthread_mutex_lock(&lock);
    while (full)
      pthread_cond_wait(&emptied, &lock);
    place = i;
    full = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

static void *consume(void *unused) {
  (void)unused;
  for (int i = 1; i <= Items; ++i) {
    pthread_mutex_lock(&lock);
    while (!full)
      pthread_cond_wait(&filled, &lock);
    assert(place == i);
    full = 0;
    pthread_cond_signal(&emptied);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t producer, consumer;
  pthread_create(&producer, 0, produce, 0);
  pthread_create(&consumer, 0, consume, 0);
  pthread_join(producer, 0);
  pthread_join(consumer, 0);
  return 0;
}
