// RUN: %expect %s
// A detached thread frees the settings while main may still read them.
// EXPECT: use-after-free
// EXPECT-MAYBE: data-race
#include <pthread.h>
#include <stdlib.h>

static void *dispose(void *arg) {
  free(arg); // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t cleaner;
  int *settings = calloc(2, sizeof *settings);
  pthread_create(&cleaner, NULL, dispose, settings);
  pthread_detach(cleaner);
  int first = settings[0]; // BUG: use-after-free, data-race
  return first;
}
