// RUN: %expect %s
// The hash is taken modulo the table size, which is zero while the table is
// being replaced. Every access is locked.
// EXPECT: division-by-zero
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned size = 4;
static unsigned bucket;

static void *resize(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  size = 0;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  size = 8;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *lookup(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  bucket = 13u % size; // BUG: division-by-zero
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
