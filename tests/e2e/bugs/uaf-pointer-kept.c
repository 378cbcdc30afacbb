// RUN: %expect %s
// The pointer is fetched under the lock but used after it, when the other
// thread may have replaced and freed the object. Every access is locked.
// EXPECT: use-after-free
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *current;
static int seen;

static void *reader(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  int *mine = current;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  seen = *mine; // BUG: use-after-free
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
