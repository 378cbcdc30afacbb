// RUN: %expect %s
// A flexible array is allocated without room for its last element.
// EXPECT: out-of-bounds
#include <pthread.h>
#include <stdlib.h>

struct list {
  int length;
  int items[];
};

static struct list *make(int length) {
  struct list *list = malloc(sizeof *list + (length - 1) * sizeof(int));
  list->length = length;
  return list;
}

static void *fill(void *arg) {
  (void)arg;
  struct list *list = make(3);
  for (int i = 0; i < list->length; i++)
    list->items[i] = i; // BUG: out-of-bounds
  free(list);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, fill, NULL);
  pthread_join(a, NULL);
  return 0;
}
