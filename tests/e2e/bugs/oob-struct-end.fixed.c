// RUN: %expect %s
// The size counts all the elements.
// EXPECT: safe
#include <pthread.h>
#include <stdlib.h>

struct list {
  int length;
  int items[];
};

static struct list *make(int length) {
  struct list *list = malloc(sizeof *list + length * sizeof(int));
  list->length = length;
  return list;
}

static void *fill(void *arg) {
  (void)arg;
  struct list *list = make(3);
  for (int i = 0; i < list->length; i++)
    list->items[i] = i;
  free(list);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, fill, NULL);
  pthread_join(a, NULL);
  return 0;
}
