// RUN: %expect %s
// calloc clears the object.
// EXPECT: safe
#include <pthread.h>
#include <stdlib.h>

struct node {
  int key;
  int deleted;
};

static int live;

static void *insert(void *arg) {
  (void)arg;
  struct node *node = calloc(1, sizeof *node);
  node->key = 1;
  if (!node->deleted)
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
