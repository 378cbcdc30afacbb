// RUN: %expect %s
// The branch depends on a field that was never set in the new object.
// EXPECT: uninitialised
#include <pthread.h>
#include <stdlib.h>

struct node {
  int key;
  int deleted;
};

static int live;

static void *insert(void *arg) {
  (void)arg;
  struct node *node = malloc(sizeof *node);
  node->key = 1;
  if (!node->deleted) // BUG: uninitialised
    live++;
  free(node);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, insert, NULL);
  pthread_join(a, NULL);
  return 0;
}
