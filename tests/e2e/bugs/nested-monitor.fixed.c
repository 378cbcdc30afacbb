// RUN: %expect %s
// The consumer does not hold the outer lock while it waits.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *consume(void *arg) {
  (void)arg;
  pthread_mutex_lock(&inner);
  while (items == 0)
    pthread_cond_wait(&filled, &inner);
  items--;
  pthread_mutex_unlock(&inner);
  return NULL;
}

static void *produce(void *arg) {
  (void)arg;
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  items++;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, consume, NULL);
  pthread_create(&b, NULL, produce, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
