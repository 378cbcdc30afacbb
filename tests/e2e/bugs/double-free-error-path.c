// RUN: %expect %s
// On the interleaving where the stop flag is seen, the error path frees what
// the common path frees again.
// EXPECT: double-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stop;

static void *work(void *arg) {
  (void)arg;
  char *buffer = malloc(4);
  if (atomic_load(&stop)) {
    free(buffer);
  }
  free(buffer); // BUG: double-free
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
