// alloca: lives to the end of the function, in loops and by size.
#include <stdio.h>
#include <string.h>

struct node {
  int value;
  struct node *next;
};

static int chain(int n) {
  struct node *head = NULL;
  for (int i = 1; i <= n; i++) {
    // Each turn of the loop adds one that stays alive.
    struct node *node = __builtin_alloca(sizeof *node);
    node->value = i * i;
    node->next = head;
    head = node;
  }
  int sum = 0;
  for (; head; head = head->next)
    sum = sum * 3 + head->value;
  return sum;
}

static size_t reversed(const char *s, char *out) {
  size_t n = strlen(s);
  char *copy = __builtin_alloca(n + 1);
  for (size_t i = 0; i < n; i++)
    copy[i] = s[n - 1 - i];
  copy[n] = 0;
  strcpy(out, copy);
  return n;
}

static int nested(int depth) {
  int *mine = __builtin_alloca((size_t)depth * sizeof *mine);
  for (int i = 0; i < depth; i++)
    mine[i] = depth + i;
  int below = depth > 1 ? nested(depth - 1) : 0;
  return below + mine[depth - 1];
}

int main(void) {
  printf("%d %d\n", chain(1), chain(6));
  char buf[32];
  size_t n = reversed("shuttle", buf);
  printf("%zu %s\n", n, buf);
  printf("%d\n", nested(8));
  long *aligned = __builtin_alloca_with_align(64, 256);
  aligned[7] = 5;
  return (unsigned long)aligned % 32 == 0 ? (int)aligned[7] : 1;
}
