// RUN: %expect %s
// One thread frees the message while the other may still read it.
// EXPECT: use-after-free
// EXPECT-MAYBE: data-race
#include <pthread.h>
#include <stdlib.h>

static int *message;
static int seen;

static void *reader(void *arg) {
  (void)arg;
  seen = *message; // BUG: use-after-free, data-race
  return NULL;
}

static void *disposer(void *arg) {
  (void)arg;
  free(message); // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t a, b;
  message = malloc(sizeof *message);
  *message = 3;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, disposer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
