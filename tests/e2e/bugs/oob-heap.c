// RUN: %expect %s
// The string has no room for its terminating zero.
// EXPECT: out-of-bounds
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *greeting;

static void *greet(void *arg) {
  (void)arg;
  greeting = malloc(strlen("hello"));
  strcpy(greeting, "hello"); // BUG: out-of-bounds
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, greet, NULL);
  pthread_join(a, NULL);
  free(greeting);
  return 0;
}
