// Flags kept in the low bits of aligned pointers.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEAF = 1, MARK = 2, MASK = 7 };

struct node {
  uintptr_t left, right;
  int value;
};

static uintptr_t make(int value, uintptr_t left, uintptr_t right) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    abort();
  *n = (struct node){left, right, value};
  assert(((uintptr_t)n & MASK) == 0);
  return (uintptr_t)n | (left || right ? 0 : LEAF);
}

static struct node *get(uintptr_t p) {
  return (struct node *)(p & ~(uintptr_t)MASK);
}

static int sum(uintptr_t *p) {
  if (!*p)
    return 0;
  *p |= MARK;
  if (*p & LEAF)
    return get(*p)->value;
  return get(*p)->value + sum(&get(*p)->left) + sum(&get(*p)->right);
}

static int marked(uintptr_t p) {
  if (!p)
    return 0;
  int n = (p & MARK) != 0;
  return n + marked(get(p)->left) + marked(get(p)->right);
}

static void drop(uintptr_t p) {
  if (!p)
    return;
  drop(get(p)->left);
  drop(get(p)->right);
  free(get(p));
}

int main(void) {
  uintptr_t root = make(1, make(2, make(4, 0, 0), 0), make(3, 0, make(5, 0, 0)));
  int before = marked(root);
  printf("%d %d\n", before, sum(&get(root)->left));
  before = marked(root);
  printf("%d %d\n", before, sum(&root));
  printf("%d %d\n", marked(root), (int)(root & MASK));
  int code = (int)(get(root)->right & MASK);
  drop(root);
  return code;
}
