// A linked list: insert sorted, reverse, remove through a pointer to pointer.
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static void insert(struct node **head, int value) {
  while (*head && (*head)->value < value)
    head = &(*head)->next;
  struct node *n = malloc(sizeof *n);
  if (!n)
    abort();
  *n = (struct node){value, *head};
  *head = n;
}

static void remove_if(struct node **head, int divisor) {
  while (*head)
    if ((*head)->value % divisor == 0) {
      struct node *gone = *head;
      *head = gone->next;
      free(gone);
    } else {
      head = &(*head)->next;
    }
}

static struct node *reverse(struct node *head) {
  struct node *out = NULL;
  while (head) {
    struct node *next = head->next;
    head->next = out;
    out = head;
    head = next;
  }
  return out;
}

static int show(const struct node *n) {
  int count = 0;
  for (; n; n = n->next, count++)
    printf("%d ", n->value);
  putchar('\n');
  return count;
}

int main(void) {
  struct node *list = NULL;
  static const int in[] = {50, 3, 21, 8, 3, 99, -4, 12};
  for (unsigned i = 0; i < sizeof in / sizeof *in; i++)
    insert(&list, in[i]);
  show(list);
  list = reverse(list);
  show(list);
  remove_if(&list, 3);
  int left = show(list);
  remove_if(&list, 1);
  return left * 10 + show(list);
}
