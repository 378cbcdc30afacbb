// RUN: %expect %s
// The index is read before a smaller buffer is swapped in, and used after.
// EXPECT: out-of-bounds
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
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  buffer[index] = 'z'; // BUG: out-of-bounds
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
