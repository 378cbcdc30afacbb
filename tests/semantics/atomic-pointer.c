// Atomic pointers: arithmetic, exchange, compare-exchange, a push list.
#include <stdatomic.h>
#include <stdio.h>

struct node {
  int value;
  struct node *next;
};

static _Atomic(struct node *) head;
static struct node nodes[4];
static int array[5] = {1, 2, 3, 4, 5};
static int *_Atomic cursor = array;

static void push(struct node *n) {
  n->next = atomic_load(&head);
  while (!atomic_compare_exchange_weak(&head, &n->next, n))
    ;
}

int main(void) {
  for (int i = 0; i < 4; i++) {
    nodes[i].value = i * i;
    push(&nodes[i]);
  }
  for (struct node *n = head; n; n = n->next)
    printf("%d ", n->value);
  putchar('\n');
  int *old = atomic_fetch_add(&cursor, 2);
  printf("%d %d\n", *old, *cursor);
  old = cursor++;
  printf("%d %d\n", *old, *cursor);
  cursor--;
  old = atomic_fetch_sub(&cursor, 2);
  printf("%td %td\n", old - array, cursor - array);
  struct node *taken = atomic_exchange(&head, NULL);
  printf("%d %d\n", taken->value, head == NULL);
  const char *_Atomic text = "first";
  const char *expected = text;
  if (atomic_compare_exchange_strong(&text, &expected, "second"))
    puts(text);
  return *cursor;
}
