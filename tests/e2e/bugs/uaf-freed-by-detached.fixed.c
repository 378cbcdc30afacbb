// RUN: %expect %s
// Main reads the settings before it hands them to the thread.
// EXPECT: safe
#include <pthread.h>
#include <stdlib.h>

static void *dispose(void *arg) {
  free(arg);
  return NULL;
}

int main(void) {
  pthread_t cleaner;
  int *settings = calloc(2, sizeof *settings);
  int first = settings[0];
  pthread_create(&cleaner, NULL, dispose, settings);
  pthread_detach(cleaner);
  return first;
}
