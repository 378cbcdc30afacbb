// RUN: %expect %s
// The thread-specific pointer of both threads is the same static buffer.
// EXPECT: data-race
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int common;

static void *use(void *arg) {
  (void)arg;
  pthread_setspecific(key, &common);
  int *mine = pthread_getspecific(key);
  *mine = 1; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, NULL);
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_key_delete(key);
  return 0;
}
