// Two threads append to one list: each looks for the end and hangs its node there, without a lock.
// Bug: a node is lost.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { EACH = 2 };

struct node {
  int value;
  struct node *next;
};

struct list {
  struct node *head;
  int size;
};

static struct list list;

static struct node *last(struct node *node) {
  while (node->next)
    node = node->next;
  return node;
}

static void append(struct list *to, int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = 0;
  if (to->head)
    last(to->head)->next = node;
  else
    to->head = node;
  ++to->size;
}

static int count(const struct list *from) {
  int found = 0;
  for (const struct node *node = from->head; node; node = node->next)
    ++found;
  return found;
}

static void *fill(void *number) {
  for (int i = 0; i < EACH; ++i)
    append(&list, (int)(long)number + i);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, fill, (void *)10);
  pthread_create(&two, 0, fill, (void *)20);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(count(&list) == 2 * EACH);
  return 0;
}
