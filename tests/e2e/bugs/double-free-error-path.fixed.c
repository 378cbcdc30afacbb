// RUN: %expect %s
// The pointer is cleared after the first free.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stop;

static void *work(void *arg) {
  (void)arg;
  char *buffer = malloc(4);
  if (atomic_load(&stop)) {
    free(buffer);
    buffer = NULL;
  }
  free(buffer);
  return NULL;
}

static void *halt(void *arg) {
  (void)arg;
  atomic_store(&stop, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, halt, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
