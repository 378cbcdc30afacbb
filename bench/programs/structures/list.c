// A set of keys as a sorted list without locks, used by two threads that do N operations each on
// keys that inputs give.
//
// A node is removed in two steps. First its own link is marked: from then on it does not belong to
// the set, and nobody can link anything behind it, because whoever tries compares with a link that
// is not marked. Then the link of the node before is led past it, by whoever comes by. Nodes that
// nobody can come to any more are kept aside by the thread that led past them, and freed when all
// threads have ended.
//
// With -DBUG a node is led past without being marked: what another thread links behind it at that
// moment is lost.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 1
#endif
#ifndef KEYS
#define KEYS 2 // Inputs are 1 to KEYS.
#endif
#define THREADS 2

// --- links

// The address of a node, and in its last bit whether the node that has the link is removed.
typedef uintptr_t link_t;

struct node {
  int key;
  _Atomic link_t next;
  struct node *aside; // The next one of those that wait to be freed.
};

static link_t link_to(struct node *node) {
  return (link_t)node;
}

static bool is_marked(link_t link) {
  return (link & 1u) != 0;
}

static struct node *node_of(link_t link) {
  return (struct node *)(link & ~(link_t)1u);
}

// --- threads

// What a thread that uses the set has for itself.
struct user {
  struct node *aside;
  int inserted[KEYS + 1]; // How often it did so, by key.
  int removed[KEYS + 1];
  unsigned long retries;
};

// Nobody else may come to the node from here on; some may still stand at it.
static void put_aside(struct user *user, struct node *node) {
  node->aside = user->aside;
  user->aside = node;
}

static void free_what_is_aside(struct user *user) {
  while (user->aside) {
    struct node *node = user->aside;
    user->aside = node->aside;
    free(node);
  }
}

// --- the set

struct set {
  struct node head; // Has no key.
};

static void set_begin(struct set *set) {
  set->head.key = 0;
  set->head.aside = NULL;
  atomic_init(&set->head.next, link_to(NULL));
}

static struct node *make_node(int key, link_t next) {
  struct node *node = malloc(sizeof *node);
  if (!node) {
    fputs("no memory for a node\n", stderr);
    exit(2);
  }
  node->key = key;
  node->aside = NULL;
  atomic_init(&node->next, next);
  return node;
}

// A place in the list: the link that was followed, and where it led to.
struct place {
  _Atomic link_t *link;
  struct node *at; // The first node whose key is not smaller; null at the end.
};

// Leads the link past its node, which is removed. False if the link has changed since.
static bool lead_past(struct user *user, struct place *place, link_t next) {
  link_t expected = link_to(place->at);
  if (!atomic_compare_exchange_strong(place->link, &expected, link_to(node_of(next))))
    return false;
  put_aside(user, place->at);
  place->at = node_of(next);
  return true;
}

// Goes on from the place to the first key that is not smaller. False if somebody changed a link in
// such a way that the search has to begin again.
static bool go_on(struct user *user, struct place *place, int key) {
  while (place->at) {
    link_t next = atomic_load(&place->at->next);
    if (is_marked(next)) {
      if (!lead_past(user, place, next))
        return false;
      continue;
    }
    if (place->at->key >= key)
      return true;
    place->link = &place->at->next;
    place->at = node_of(next);
  }
  return true;
}

// The place of a key, or where it would be. On the way removed nodes are led past.
static struct place find(struct set *set, struct user *user, int key) {
  for (;;) {
    struct place place = {.link = &set->head.next, .at = node_of(atomic_load(&set->head.next))};
    if (go_on(user, &place, key))
      return place;
    ++user->retries;
  }
}

static bool holds(struct place place, int key) {
  return place.at && place.at->key == key;
}

// False if the key is in the set already.
static bool set_insert(struct set *set, struct user *user, int key) {
  struct node *made = NULL;
  for (;;) {
    struct place place = find(set, user, key);
    if (holds(place, key)) {
      free(made);
      return false;
    }
    link_t expected = link_to(place.at);
    if (!made)
      made = make_node(key, expected);
    else
      atomic_store(&made->next, expected);
    if (atomic_compare_exchange_strong(place.link, &expected, link_to(made)))
      return true;
    ++user->retries;
  }
}

#ifdef BUG

static bool set_remove(struct set *set, struct user *user, int key) {
  for (;;) {
    struct place place = find(set, user, key);
    if (!holds(place, key))
      return false;
    if (lead_past(user, &place, atomic_load(&place.at->next)))
      return true;
    ++user->retries;
  }
}

#else

// Whoever sets the mark has removed the node. Leading past it may be left to others.
static bool set_remove(struct set *set, struct user *user, int key) {
  for (;;) {
    struct place place = find(set, user, key);
    if (!holds(place, key))
      return false;
    link_t next = atomic_load(&place.at->next);
    if (is_marked(next))
      continue; // Somebody was faster; the next search goes past it.
    if (atomic_compare_exchange_strong(&place.at->next, &next, next | 1u)) {
      lead_past(user, &place, next);
      return true;
    }
    ++user->retries;
  }
}

#endif

// Changes nothing, and waits for nobody.
static bool set_contains(struct set *set, int key) {
  struct node *at = node_of(atomic_load(&set->head.next));
  while (at) {
    link_t next = atomic_load(&at->next);
    if (at->key >= key)
      return at->key == key && !is_marked(next);
    at = node_of(next);
  }
  return false;
}

// Of all threads that use the set only one may be left.
static void set_end(struct set *set) {
  struct node *at = node_of(atomic_load(&set->head.next));
  while (at) {
    struct node *next = node_of(atomic_load(&at->next));
    free(at);
    at = next;
  }
  atomic_store(&set->head.next, link_to(NULL));
}

// --- what is done with it

enum operation { INSERT, REMOVE, LOOK };

static const char *const operation_names[] = {"insert", "remove", "look for"};

// What each thread does in its turns. The keys are inputs.
static const enum operation scripts[THREADS][4] = {
    {INSERT, REMOVE, INSERT, LOOK},
    {REMOVE, INSERT, LOOK, INSERT},
};

struct worker {
  pthread_t thread;
  int me;
  int keys[N];
  bool answers[N];
  struct user user;
};

static struct set the_set;
static struct worker workers[THREADS];

static enum operation operation_of(const struct worker *worker, int turn) {
  return scripts[worker->me][turn % 4];
}

static bool perform(struct worker *worker, enum operation what, int key) {
  bool done;
  switch (what) {
  case INSERT:
    done = set_insert(&the_set, &worker->user, key);
    worker->user.inserted[key] += done;
    return done;
  case REMOVE:
    done = set_remove(&the_set, &worker->user, key);
    worker->user.removed[key] += done;
    return done;
  case LOOK:
    return set_contains(&the_set, key);
  }
  return false;
}

static void *work(void *mine) {
  struct worker *worker = mine;
  for (int turn = 0; turn < N; ++turn)
    worker->answers[turn] = perform(worker, operation_of(worker, turn), worker->keys[turn]);
  return NULL;
}

static void report(void) {
  for (int i = 0; i < THREADS; ++i)
    for (int turn = 0; turn < N; ++turn)
      printf("thread %d: %s %d: %s\n", i + 1, operation_names[operation_of(&workers[i], turn)],
             workers[i].keys[turn], workers[i].answers[turn] ? "yes" : "no");
}

// --- what must hold in the end

// Keys rise from node to node. Removed nodes may still be there, for nobody has come by.
static void check_order(void) {
  int last = 0;
  for (struct node *at = node_of(atomic_load(&the_set.head.next)); at;
       at = node_of(atomic_load(&at->next))) {
    if (is_marked(atomic_load(&at->next)))
      continue;
    assert(at->key > last);
    last = at->key;
  }
}

// A key is there if it was inserted once more than it was removed.
static void check_balance(int key, int before) {
  int balance = before;
  for (int i = 0; i < THREADS; ++i)
    balance += workers[i].user.inserted[key] - workers[i].user.removed[key];
  assert(balance == set_contains(&the_set, key));
}

int main(void) {
  set_begin(&the_set);
  // One key is there from the start, so that there is something to remove.
  struct user first = {0};
  set_insert(&the_set, &first, 1);
  for (int i = 0; i < THREADS; ++i) {
    workers[i].me = i;
    for (int turn = 0; turn < N; ++turn)
      workers[i].keys[turn] = heddle_range(1, KEYS, "key");
  }
  for (int i = 0; i < THREADS; ++i)
    pthread_create(&workers[i].thread, NULL, work, &workers[i]);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(workers[i].thread, NULL);
  report();
  check_order();
  for (int key = 1; key <= KEYS; ++key)
    check_balance(key, key == 1);
  for (int i = 0; i < THREADS; ++i)
    free_what_is_aside(&workers[i].user);
  set_end(&the_set);
  return 0;
}
