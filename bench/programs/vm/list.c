// Heap work: nodes of a linked list and of a search tree come from malloc, are walked, relinked and
// freed. Pointers loaded from memory are followed at once.
#include <stdio.h>
#include <stdlib.h>

enum { Nodes = 3000, Rounds = 20, Walks = 60 };

struct Node {
  struct Node *next, *left, *right;
  unsigned key, value;
};

static struct Node *push(struct Node *head, unsigned key) {
  struct Node *node = malloc(sizeof *node);
  node->next = head;
  node->left = node->right = 0;
  node->key = key;
  node->value = key ^ 0x5a5a;
  return node;
}

static struct Node *reverse(struct Node *list) {
  struct Node *done = 0;
  while (list) {
    struct Node *rest = list->next;
    list->next = done;
    done = list;
    list = rest;
  }
  return done;
}

static void insert(struct Node **root, struct Node *node) {
  while (*root)
    root = node->key < (*root)->key ? &(*root)->left : &(*root)->right;
  *root = node;
}

static unsigned sum(const struct Node *list) {
  unsigned total = 0;
  for (; list; list = list->next)
    total = total * 3 + list->value;
  return total;
}

static unsigned depth(const struct Node *root) {
  if (!root)
    return 0;
  unsigned left = depth(root->left), right = depth(root->right);
  return 1 + (left > right ? left : right);
}

int main(void) {
  unsigned total = 0, key = 1;
  for (unsigned round = 0; round < Rounds; ++round) {
    struct Node *list = 0, *root = 0;
    for (unsigned i = 0; i < Nodes; ++i) {
      key = key * 1664525u + 1013904223u;
      list = push(list, key >> 8);
      insert(&root, list);
    }
    for (unsigned walk = 0; walk < Walks; ++walk) {
      list = reverse(list);
      total += sum(list);
    }
    total += depth(root);
    while (list) {
      struct Node *rest = list->next;
      free(list);
      list = rest;
    }
  }
  printf("%u\n", total);
  return 0;
}
