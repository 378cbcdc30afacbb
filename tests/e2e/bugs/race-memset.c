// RUN: %expect %s
// The memset clears one byte too many, into the half of the other thread.
// EXPECT: data-race
#include <pthread.h>
#include <string.h>

static char buffer[8];

static void *clear(void *arg) {
  (void)arg;
  memset(buffer, 0, 5); // BUG: data-race
  return NULL;
}

static void *store(void *arg) {
  (void)arg;
  buffer[4] = 'x'; // BUG: data-race
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
