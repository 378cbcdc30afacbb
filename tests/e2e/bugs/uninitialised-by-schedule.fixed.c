// RUN: %expect %s
// The consumer tests the buffer only when it is marked as filled.
// EXPECT: safe
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *buffer;
static int filled;
static int positive;

static void *produce(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  *buffer = 5;
  filled = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *consume(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  if (filled && *buffer > 0)
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
