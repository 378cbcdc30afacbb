// RUN: %expect %s
// The consumer waits on the inner condition while it holds the outer lock,
// which the producer needs to get at the inner one.
// EXPECT: deadlock
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *consume(void *arg) {
  (void)arg;
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  while (items == 0)
    pthread_cond_wait(&filled, &inner); // BUG: deadlock
  items--;
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return NULL;
}

static void *produce(void *arg) {
  (void)arg;
  pthread_mutex_lock(&outer); // BUG: deadlock
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
  pthread_join(a, NULL); // BUG-MAYBE: deadlock
  pthread_join(b, NULL); // BUG-MAYBE: deadlock
  return 0;
}
