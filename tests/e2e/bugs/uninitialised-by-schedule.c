// RUN: %expect %s
// The consumer may take the lock first and test a buffer that is not filled
// yet.
// EXPECT: uninitialised
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *buffer;
static int positive;

static void *produce(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  *buffer = 5;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *consume(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  if (*buffer > 0) // BUG: uninitialised
    positive = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  buffer = malloc(sizeof *buffer);
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(buffer);
  return 0;
}
