// RUN: %expect %s
// The memset stays in its half.
// EXPECT: safe
#include <pthread.h>
#include <string.h>

static char buffer[8];

static void *clear(void *arg) {
  (void)arg;
  memset(buffer, 0, 4);
  return NULL;
}

static void *store(void *arg) {
  (void)arg;
  buffer[4] = 'x';
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, clear, NULL);
  pthread_create(&b, NULL, store, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
