// RUN: %expect %s
// The object is used under the lock that protects it.
// EXPECT: safe
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *current;
static int seen;

static void *reader(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  int *mine = current;
  seen = *mine;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *replacer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  free(current);
  current = calloc(1, sizeof *current);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  current = calloc(1, sizeof *current);
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, replacer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(current);
  return 0;
}
