// RUN: %expect %s
// The message is freed after both threads have ended.
// EXPECT: safe
#include <pthread.h>
#include <stdlib.h>

static int *message;
static int seen;

static void *reader(void *arg) {
  (void)arg;
  seen = *message;
  return NULL;
}

static void *disposer(void *arg) {
  (void)arg;
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
  free(message);
  return 0;
}
