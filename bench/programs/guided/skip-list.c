// Two threads put N keys each into a skip list of two levels by compare-and-exchange, from the
// bottom up. In the end it is sorted on both levels and nothing is missing. With -DBUG a thread
// that was overtaken links its node where it first wanted to.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef N
#define N 1
#endif
#define LEVELS 2

struct node {
  int key;
  int levels;
  _Atomic(struct node *) next[LEVELS];
};

static struct node head = {.key = 0, .levels = LEVELS};

// The link at that level behind which the key belongs, and what it led to.
struct place {
  _Atomic(struct node *) *link;
  struct node *right;
};

static struct place find(int key, int level) {
  struct node *left = &head;
  struct node *right = 0;
  for (int i = LEVELS - 1; i >= level; --i)
    for (right = left->next[i]; right && right->key < key; right = left->next[i])
      left = right;
  return (struct place){&left->next[level], right};
}

static void link_at(struct node *made, int level) {
#ifdef BUG
  struct place place = find(made->key, level);
  made->next[level] = place.right;
  *place.link = made;
#else
  struct place place;
  do {
    place = find(made->key, level);
    made->next[level] = place.right;
  } while (!atomic_compare_exchange_strong(place.link, &place.right, made));
#endif
}

static void insert(int key) {
  struct node *made = calloc(1, sizeof *made);
  made->key = key;
  made->levels = key % 2 ? 1 : LEVELS;
  for (int level = 0; level < made->levels; ++level)
    link_at(made, level);
}

static void *fill(void *mine) {
  for (int i = 0; i < N; ++i)
    insert(1 + 2 * i + *(int *)mine);
  return 0;
}

int main(void) {
  static int names[2] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, fill, &names[i]);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  int counts[LEVELS] = {0};
  for (int level = 0; level < LEVELS; ++level) {
    int last = 0;
    for (struct node *at = head.next[level]; at; at = at->next[level]) {
      assert(at->key > last);
      last = at->key;
      ++counts[level];
    }
  }
  assert(counts[0] == 2 * N && counts[1] == N);
  return 0;
}
