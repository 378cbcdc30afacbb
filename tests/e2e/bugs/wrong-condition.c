// RUN: %expect %s
// The producer signals the condition that nobody waits on.
// EXPECT: lost-wakeup
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static int items;

static void *consume(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  while (items == 0)
    pthread_cond_wait(&not_empty, &lock); // BUG: lost-wakeup
  items--;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *produce(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  items++;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&lock);
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
