// RUN: %expect %s
// The size goes from old to new under one lock.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned size = 4;
static unsigned bucket;

static void *resize(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  size = 8;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *lookup(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  bucket = 13u % size;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, resize, NULL);
  pthread_create(&b, NULL, lookup, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
