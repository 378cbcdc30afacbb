// a consumer that does not wait for the data
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int data;
int ready;
int got;

static void *producer(void *unused) {
  pthread_mutex_lock(&lock);
  data = 42;
  ready = 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *consumer(void *unused) {
  pthread_mutex_lock(&lock);
  while (!ready)
    pthread_cond_wait(&filled, &lock);
  got = data;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, producer, 0);
  pthread_create(&second, 0, consumer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
