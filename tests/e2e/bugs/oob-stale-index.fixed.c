// RUN: %expect %s
// Index and buffer are read under one lock.
// EXPECT: safe
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *buffer;
static int last = 7;

static void *shrink(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  free(buffer);
  buffer = malloc(4);
  last = 3;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *mark_end(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  int index = last;
  buffer[index] = 'z';
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  buffer = malloc(8);
  pthread_create(&a, NULL, shrink, NULL);
  pthread_create(&b, NULL, mark_end, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(buffer);
  return 0;
}
