// A binary search tree: insert, search, delete, traverse.
#include <stdio.h>
#include <stdlib.h>

struct tree {
  int key;
  struct tree *child[2];
};

static void insert(struct tree **t, int key) {
  while (*t)
    t = &(*t)->child[key > (*t)->key];
  *t = calloc(1, sizeof **t);
  if (!*t)
    abort();
  (*t)->key = key;
}

static void erase(struct tree **t, int key) {
  while (*t && (*t)->key != key)
    t = &(*t)->child[key > (*t)->key];
  struct tree *gone = *t;
  if (!gone)
    return;
  if (gone->child[0] && gone->child[1]) {
    struct tree **next = &gone->child[1];
    while ((*next)->child[0])
      next = &(*next)->child[0];
    gone->key = (*next)->key;
    t = next;
    gone = *t;
  }
  *t = gone->child[gone->child[0] == NULL];
  free(gone);
}

static void walk(const struct tree *t) {
  if (!t)
    return;
  walk(t->child[0]);
  printf("%d ", t->key);
  walk(t->child[1]);
}

static int height(const struct tree *t) {
  if (!t)
    return 0;
  int l = height(t->child[0]), r = height(t->child[1]);
  return 1 + (l > r ? l : r);
}

int main(void) {
  struct tree *t = NULL;
  int key = 50;
  for (int i = 0; i < 12; i++, key = key * 37 % 101)
    insert(&t, key);
  walk(t);
  printf("h%d\n", height(t));
  static const int doomed[] = {50, 1000, 32, 73};
  for (int i = 0; i < 4; i++)
    erase(&t, doomed[i]);
  walk(t);
  int h = height(t);
  printf("h%d\n", h);
  while (t)
    erase(&t, t->key);
  return h;
}
