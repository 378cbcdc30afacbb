// RUN: %expect %s
// What is asserted is written first.
// EXPECT: safe
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>

static unsigned *limit;

static void *look(void *unused) {
  heddle_assert(*limit < 4u);
  return unused;
}

int main(void) {
  limit = malloc(sizeof *limit);
  *limit = 3;
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  pthread_join(thread, NULL);
  free(limit);
  return 0;
}
