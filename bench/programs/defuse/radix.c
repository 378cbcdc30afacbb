// A radix sort by threads, a digit a round: each thread counts the digits of its own keys, a tree
// of sums says how many keys come before its own (locks and condition variables hand the sums up
// and down), and each puts its keys where they belong. Then some figures of the sorted keys.
//
// FAULT 1: the largest key is compared outside of the lock under which it is replaced.
// FAULT 2: the number of keys that moved is read before the lock is taken under which it is
// written.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifndef KEYS
#define KEYS 64
#endif
#ifndef THREADS
#define THREADS 2
#endif
#ifndef FAULT
#define FAULT 0
#endif

enum { DIGIT_BITS = 3, RADIX = 1 << DIGIT_BITS, ROUNDS = 3, LIMIT = 1 << (DIGIT_BITS * ROUNDS) };
enum { NODES = 2 * THREADS };

struct worker {
  pthread_t handle;
  int me;
  int first; // Keys from here
  int last;  // to here, this one excluded, are its own in each round.
};

// A node of the tree of sums: leaves are threads, the others have two children.
struct node {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int arrived;           // Children that have given their sums, in this round.
  int answered;          // Whether what comes from the left is there.
  unsigned sum[RADIX];   // Of all leaves below,
  unsigned left[RADIX];  // of its left child,
  unsigned given[RADIX]; // and of all that stands left of it.
};

struct figures {
  pthread_mutex_t lock;
  unsigned largest;
  unsigned smallest;
  unsigned long long sum;
  int moved; // Keys, in all rounds.
  int different;
  int finished; // Threads.
};

// --- what the threads share
unsigned first_array[KEYS];
unsigned second_array[KEYS];
struct node tree[NODES];
unsigned total[RADIX]; // Of all keys, by digit: written at the root.
struct figures figures;
pthread_barrier_t barrier;

// --- keys
static unsigned random_state = 88172645U;

static unsigned next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 17;
  random_state ^= random_state << 5;
  return random_state;
}

enum order { RANDOM, FALLING };

static void make_keys(enum order order) {
  for (int i = 0; i < KEYS; i++)
    first_array[i] =
        order == FALLING ? (unsigned)(LIMIT - 1 - i * (LIMIT / KEYS)) : next_random() % LIMIT;
}

static unsigned digit(unsigned key, int round) {
  return key >> (DIGIT_BITS * round) & (RADIX - 1);
}

// --- the tree of sums
// The root is 1; the children of n are 2n and 2n + 1; threads are the nodes from THREADS on.
static int leaf_of(int thread) {
  return THREADS + thread;
}

static int parent_of(int node) {
  return node / 2;
}

static int is_left(int node) {
  return node % 2 == 0;
}

static void make_tree(void) {
  for (int i = 0; i < NODES; i++) {
    pthread_mutex_init(&tree[i].lock, NULL);
    pthread_cond_init(&tree[i].changed, NULL);
  }
}

// Before a round, by the thread whose leaf is below: its own leaf, and what is left of the paths.
static void clear_node(struct node *node) {
  pthread_mutex_lock(&node->lock);
  node->arrived = 0;
  node->answered = 0;
  memset(node->sum, 0, sizeof node->sum);
  pthread_mutex_unlock(&node->lock);
}

static void clear_own_nodes(const struct worker *own) {
  clear_node(&tree[leaf_of(own->me)]);
  if (own->me > 0)
    clear_node(&tree[own->me]);
}

// Gives a node's sum to its parent; true for the child that comes last.
static int hand_up(int node) {
  struct node *from = &tree[node];
  struct node *to = &tree[parent_of(node)];
  pthread_mutex_lock(&to->lock);
  for (int d = 0; d < RADIX; d++) {
    to->sum[d] += from->sum[d];
    if (is_left(node))
      to->left[d] = from->sum[d];
  }
  int is_last = ++to->arrived == 2;
  pthread_mutex_unlock(&to->lock);
  return is_last;
}

// Tells a node what stands left of it.
static void answer(int node, const unsigned *given, const unsigned *more) {
  struct node *to = &tree[node];
  pthread_mutex_lock(&to->lock);
  for (int d = 0; d < RADIX; d++)
    to->given[d] = given[d] + (more ? more[d] : 0);
  to->answered = 1;
  pthread_cond_broadcast(&to->changed);
  pthread_mutex_unlock(&to->lock);
}

static void wait_for_answer(int node) {
  struct node *at = &tree[node];
  pthread_mutex_lock(&at->lock);
  while (!at->answered)
    pthread_cond_wait(&at->changed, &at->lock);
  pthread_mutex_unlock(&at->lock);
}

// Up, as long as the thread is the last one to come; whoever comes to the root last turns round.
// Down, it answers both children of all nodes where it was the last one.
static void sum_up(const struct worker *own) {
  static const unsigned nothing[RADIX];
  int node = leaf_of(own->me);
  while (node > 1 && hand_up(node))
    node = parent_of(node);
  if (node == 1) {
    for (int d = 0; d < RADIX; d++)
      total[d] = tree[1].sum[d];
    answer(1, nothing, NULL);
  } else {
    wait_for_answer(node);
  }
  // From there down to the leaf: both children of each node on the way.
  while (node < THREADS) {
    answer(2 * node, tree[node].given, NULL);
    answer(2 * node + 1, tree[node].given, tree[node].left);
    int below = leaf_of(own->me);
    while (parent_of(below) != node)
      below = parent_of(below);
    node = below;
  }
}

// --- the steps of a round
static void count_digits(const struct worker *own, const unsigned *keys, int round) {
  unsigned count[RADIX] = {0};
  for (int i = own->first; i < own->last; i++)
    count[digit(keys[i], round)]++;
  for (int d = 0; d < RADIX; d++)
    tree[leaf_of(own->me)].sum[d] = count[d];
}

static int place_keys(const struct worker *own, const unsigned *from, unsigned *to, int round) {
  unsigned next[RADIX];
  unsigned before = 0;
  int moved = 0;
  for (int d = 0; d < RADIX; d++) {
    next[d] = before + tree[leaf_of(own->me)].given[d];
    before += total[d];
  }
  for (int i = own->first; i < own->last; i++) {
    unsigned key = from[i];
    unsigned at = next[digit(key, round)]++;
    to[at] = key;
    moved += at != (unsigned)i;
  }
  return moved;
}

static void note_moved(int moved) {
#if FAULT == 2
  int before = figures.moved;
  pthread_mutex_lock(&figures.lock);
  figures.moved = before + moved;
  pthread_mutex_unlock(&figures.lock);
#else
  pthread_mutex_lock(&figures.lock);
  figures.moved += moved;
  pthread_mutex_unlock(&figures.lock);
#endif
}

static void note_largest(unsigned key) {
#if FAULT == 1
  if (key > figures.largest) {
    pthread_mutex_lock(&figures.lock);
    figures.largest = key;
    pthread_mutex_unlock(&figures.lock);
  }
#else
  pthread_mutex_lock(&figures.lock);
  if (key > figures.largest)
    figures.largest = key;
  pthread_mutex_unlock(&figures.lock);
#endif
}

static void note_figures(const struct worker *own, const unsigned *keys) {
  unsigned long long sum = 0;
  int different = 0;
  for (int i = own->first; i < own->last; i++) {
    sum += keys[i];
    different += i == 0 || keys[i] != keys[i - 1];
  }
  note_largest(keys[own->last - 1]);
  pthread_mutex_lock(&figures.lock);
  figures.sum += sum;
  figures.different += different;
  if (keys[own->first] < figures.smallest)
    figures.smallest = keys[own->first];
  figures.finished++;
  pthread_mutex_unlock(&figures.lock);
}

static int moved_by[THREADS]; // Each thread its own.

static void *sort(void *argument) {
  const struct worker *own = argument;
  unsigned *from = first_array, *to = second_array;
  int moved = 0;
  for (int round = 0; round < ROUNDS; round++) {
    clear_own_nodes(own);
    pthread_barrier_wait(&barrier);
    count_digits(own, from, round);
    sum_up(own);
    moved += place_keys(own, from, to, round);
    pthread_barrier_wait(&barrier);
    unsigned *other = from;
    from = to;
    to = other;
  }
  moved_by[own->me] = moved;
  note_moved(moved);
  note_figures(own, from);
  return NULL;
}

// --- checks by one thread
static const unsigned *sorted_keys(void) {
  return ROUNDS % 2 ? second_array : first_array;
}

static void check_order(void) {
  const unsigned *keys = sorted_keys();
  for (int i = 1; i < KEYS; i++)
    heddle_assert(keys[i - 1] <= keys[i]);
}

static void check_figures(unsigned long long sum) {
  const unsigned *keys = sorted_keys();
  int moved = 0;
  for (int i = 0; i < THREADS; i++)
    moved += moved_by[i];
  heddle_assert(figures.finished == THREADS);
  heddle_assert(figures.sum == sum);
  heddle_assert(figures.smallest == keys[0]);
  heddle_assert(figures.largest == keys[KEYS - 1]);
  heddle_assert(figures.moved == moved);
  heddle_assert(figures.different > 0 && figures.different <= KEYS);
}

int main(void) {
  struct worker workers[THREADS];
  unsigned long long sum = 0;
  make_keys(heddle_range(0, 1, "falling") ? FALLING : RANDOM);
  for (int i = 0; i < KEYS; i++)
    sum += first_array[i];
  make_tree();
  figures.smallest = LIMIT;
  pthread_mutex_init(&figures.lock, NULL);
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (int i = 0; i < THREADS; i++) {
    workers[i].me = i;
    workers[i].first = KEYS * i / THREADS;
    workers[i].last = KEYS * (i + 1) / THREADS;
    if (pthread_create(&workers[i].handle, NULL, sort, &workers[i]))
      exit(2);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(workers[i].handle, NULL);
  check_order();
  check_figures(sum);
  pthread_barrier_destroy(&barrier);
  return 0;
}
