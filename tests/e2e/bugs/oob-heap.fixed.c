// RUN: %expect %s
// One more byte is allocated.
// EXPECT: safe
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *greeting;

static void *greet(void *arg) {
  (void)arg;
  greeting = malloc(strlen("hello") + 1);
  strcpy(greeting, "hello");
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, greet, NULL);
  pthread_join(a, NULL);
  free(greeting);
  return 0;
}
