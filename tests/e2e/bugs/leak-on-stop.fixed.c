// RUN: %expect %s
// Both ways free the buffer.
// CHECK-FLAGS: --property leak
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stop;

static void *work(void *arg) {
  (void)arg;
  char *buffer = calloc(1, 8);
  if (!atomic_load(&stop))
    buffer[0] = 1;
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
