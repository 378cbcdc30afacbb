// RUN: %expect %s
// What is asserted was never written. An assertion that is a call is a branch like any other.
// EXPECT: uninitialised
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>

static unsigned *limit;

static void *look(void *unused) {
  heddle_assert(*limit < 4u); // BUG: uninitialised
  return unused;
}

int main(void) {
  limit = malloc(sizeof *limit);
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  pthread_join(thread, NULL);
  free(limit);
  return 0;
}
