// RUN: %expect %s
// The index is written before it is used.
// EXPECT: safe
#include <pthread.h>
#include <stdlib.h>

static int table[4];

static void *mark(void *arg) {
  (void)arg;
  int *index = malloc(sizeof *index);
  *index = 2;
  table[*index] = 1;
  free(index);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, mark, NULL);
  pthread_join(a, NULL);
  return 0;
}
