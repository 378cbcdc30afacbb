// RUN: %expect %s
// Only the installed buffer is freed.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char *_Atomic installed;

static void *install(void *arg) {
  (void)arg;
  atomic_store(&installed, malloc(4));
  return NULL;
}

static void *work(void *arg) {
  (void)arg;
  char fallback[4];
  char *buffer = atomic_exchange(&installed, NULL);
  char *heap = buffer;
  if (!buffer)
    buffer = fallback;
  buffer[0] = 'a';
  free(heap);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, install, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(atomic_load(&installed));
  return 0;
}
