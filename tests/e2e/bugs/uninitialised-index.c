// RUN: %expect %s
// The index into the table comes from memory that nobody has written.
// EXPECT: uninitialised
#include <pthread.h>
#include <stdlib.h>

static int table[4];

static void *mark(void *arg) {
  (void)arg;
  int *index = malloc(sizeof *index);
  table[*index] = 1; // BUG: uninitialised
  free(index);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, mark, NULL);
  pthread_join(a, NULL);
  return 0;
}
