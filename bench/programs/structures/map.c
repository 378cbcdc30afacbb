// A map from keys to values in one table without locks, used by two threads that do N operations
// each on keys that inputs give. It grows while it is used.
//
// A place of the table holds a key, which never changes once it is there, and a value. A key whose
// value is NOTHING is not in the map; its place stays taken. When too many places of a table are
// taken, a larger one is hung behind it, and everybody who comes by helps to move: the value of a
// place is frozen, copied to the next table unless somebody has put a newer one there, and then
// replaced by MOVED, which sends whoever reads it to the next table. When all places have moved,
// the next table becomes the first one. Old tables are freed when all threads have ended.
//
// With -DBUG a value is copied without being frozen: what is written to the old place in between
// is lost.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 1
#endif
#ifndef KEYS
#define KEYS (N + 1) // Inputs are 1 to KEYS. The table grows when it holds three of them.
#endif
#ifndef PLACES
#define PLACES 4 // Of the first table; a power of two.
#endif
#define THREADS 2

// --- words

// What the place of a value holds. Values of users are not negative.
typedef long word_t;

enum { NO_KEY = 0 };

#define NOTHING ((word_t) - 1) // Removed.
#define MOVED ((word_t) - 2)   // Look in the next table.
#define EMPTY ((word_t) - 3)   // Never written: what comes from an older table may be put here.
#define FROZEN_BASE ((word_t) - 16)

// A frozen word cannot be changed any more, but still says what it said.
static bool is_frozen(word_t word) {
  return word <= FROZEN_BASE - EMPTY;
}

// Freezes a word, and thaws a frozen one.
static word_t flipped(word_t word) {
  return FROZEN_BASE - word;
}

// What a user of the map sees.
static word_t meaning_of(word_t word) {
  word_t plain = is_frozen(word) ? flipped(word) : word;
  return plain == EMPTY ? NOTHING : plain;
}

// --- tables

struct place {
  _Atomic int key;
  _Atomic word_t value;
};

struct table {
  unsigned size; // A power of two.
  unsigned limit;
  _Atomic unsigned taken;
  _Atomic unsigned moved;
  _Atomic(struct table *) next;
  struct table *older; // Of those that wait to be freed.
  struct place places[];
};

static struct table *table_make(unsigned size) {
  struct table *made = malloc(sizeof *made + size * sizeof made->places[0]);
  if (!made) {
    fputs("no memory for a table\n", stderr);
    exit(2);
  }
  made->size = size;
  made->limit = size / 2;
  made->older = NULL;
  atomic_init(&made->taken, 0);
  atomic_init(&made->moved, 0);
  atomic_init(&made->next, NULL);
  for (unsigned i = 0; i < size; ++i) {
    atomic_init(&made->places[i].key, NO_KEY);
    atomic_init(&made->places[i].value, EMPTY);
  }
  return made;
}

static unsigned hash_of(int key) {
  unsigned mixed = (unsigned)key * 0x9e3779b1u;
  return mixed ^ mixed >> 15;
}

// The place of a key. If `takes`, a free one becomes that of the key. Null if there is none.
static struct place *place_of(struct table *table, int key, bool takes) {
  unsigned start = hash_of(key);
  for (unsigned i = 0; i < table->size; ++i) {
    struct place *place = &table->places[(start + i) & (table->size - 1)];
    int found = atomic_load(&place->key);
    if (found == NO_KEY) {
      if (!takes)
        return NULL;
      if (atomic_compare_exchange_strong(&place->key, &found, key)) {
        atomic_fetch_add(&table->taken, 1);
        return place;
      }
      // Somebody else's now, and perhaps of the same key.
    }
    if (found == key)
      return place;
  }
  return NULL;
}

// --- the map

struct map {
  _Atomic(struct table *) first;
};

static void map_begin(struct map *map) {
  atomic_init(&map->first, table_make(PLACES));
}

// The table behind, which is hung there if there is none. Of several only one stays.
static struct table *next_of(struct table *table) {
  struct table *next = atomic_load(&table->next);
  if (next)
    return next;
  struct table *made = table_make(2 * table->size);
  if (atomic_compare_exchange_strong(&table->next, &next, made))
    return made;
  free(made);
  return next;
}

// --- moving

// Nobody changes the value from here on. Returns it, or MOVED.
static word_t freeze(struct place *place) {
  word_t found = atomic_load(&place->value);
#ifdef BUG
  return found;
#else
  while (found != MOVED && !is_frozen(found))
    if (atomic_compare_exchange_strong(&place->value, &found, flipped(found)))
      return found;
  return found == MOVED ? MOVED : flipped(found);
#endif
}

// Puts a value that comes from the old table where there is none yet.
static void put_if_new(struct table *table, int key, word_t value) {
  struct place *place = place_of(table, key, true);
  assert(place); // The next table has room for all that are in this one.
  word_t empty = EMPTY;
  atomic_compare_exchange_strong(&place->value, &empty, value);
}

// Moves what is at one place. Whoever writes MOVED there has moved it.
static void move_one(struct table *from, struct table *to, struct place *place) {
  word_t value = freeze(place);
  if (value == MOVED)
    return;
  int key = atomic_load(&place->key);
  if (value >= 0)
    put_if_new(to, key, value);
  word_t last = atomic_load(&place->value);
  while (last != MOVED)
    if (atomic_compare_exchange_strong(&place->value, &last, MOVED)) {
      atomic_fetch_add(&from->moved, 1);
      return;
    }
}

// Moves all places. The key of a free one cannot be taken any more when its value is MOVED: whoever
// takes it sees that and goes to the next table.
static void move_all(struct map *map, struct table *from) {
  struct table *to = next_of(from);
  for (unsigned i = 0; i < from->size; ++i)
    move_one(from, to, &from->places[i]);
  struct table *first = from;
  if (atomic_compare_exchange_strong(&map->first, &first, to))
    to->older = from;
}

// --- operations

// The table to work with: not one that is being moved.
static struct table *current(struct map *map) {
  struct table *table = atomic_load(&map->first);
  while (atomic_load(&table->next)) {
    move_all(map, table);
    table = atomic_load(&map->first);
  }
  return table;
}

// The value of a key, or NOTHING.
static word_t map_get(struct map *map, int key) {
  struct table *table = atomic_load(&map->first);
  while (table) {
    struct place *place = place_of(table, key, false);
    if (!place && !atomic_load(&table->next))
      return NOTHING;
    word_t value = place ? atomic_load(&place->value) : MOVED;
    if (value != MOVED)
      return meaning_of(value);
    table = atomic_load(&table->next);
  }
  return NOTHING;
}

// Replaces the value of a key by another one, NOTHING to remove it, and returns what it was. With
// `only_new`, a value that is there stays.
static word_t map_exchange(struct map *map, int key, word_t value, bool only_new) {
  for (;;) {
    struct table *table = current(map);
    struct place *place = place_of(table, key, value != NOTHING);
    if (!place && value == NOTHING && !atomic_load(&table->next))
      return NOTHING;
    if (!place || atomic_load(&table->taken) > table->limit) {
      move_all(map, table);
      continue;
    }
    word_t found = atomic_load(&place->value);
    while (found != MOVED && !is_frozen(found)) {
      if (only_new && found >= 0)
        return found;
      if (atomic_compare_exchange_strong(&place->value, &found, value))
        return meaning_of(found);
    }
    move_all(map, table); // Somebody has begun to.
  }
}

static word_t map_put(struct map *map, int key, word_t value) {
  return map_exchange(map, key, value, false);
}

static bool map_add(struct map *map, int key, word_t value) {
  return map_exchange(map, key, value, true) == NOTHING;
}

static word_t map_remove(struct map *map, int key) {
  return map_exchange(map, key, NOTHING, false);
}

// Of all threads that use the map only one may be left.
static void map_end(struct map *map) {
  struct table *table = atomic_load(&map->first);
  while (table) {
    struct table *older = table->older;
    free(table);
    table = older;
  }
}

// --- what is done with it

enum operation { PUT, REMOVE, ADD, LOOK };

static const char *const operation_names[] = {"put", "remove", "add", "look for"};

// What each thread does in its turns. The keys are inputs.
static const enum operation scripts[THREADS][4] = {
    {PUT, ADD, REMOVE, LOOK},
    {REMOVE, PUT, LOOK, ADD},
};

// An entry of what a thread has done: it replaced one value by another one.
struct entry {
  int key;
  word_t before;
  word_t after;
};

struct worker {
  pthread_t thread;
  int me;
  int keys[N];
  struct entry entries[N];
};

static struct map the_map;
static struct worker workers[THREADS];

static enum operation operation_of(const struct worker *worker, int turn) {
  return scripts[worker->me][turn % 4];
}

static struct entry perform(enum operation what, int key, word_t value) {
  struct entry entry = {.key = key, .before = NOTHING, .after = NOTHING};
  switch (what) {
  case PUT:
    entry.before = map_put(&the_map, key, value);
    entry.after = value;
    break;
  case ADD:
    if (map_add(&the_map, key, value))
      entry.after = value;
    break;
  case REMOVE:
    entry.before = map_remove(&the_map, key);
    break;
  case LOOK:
    entry.before = entry.after = map_get(&the_map, key);
    break;
  }
  return entry;
}

static void *work(void *mine) {
  struct worker *worker = mine;
  for (int turn = 0; turn < N; ++turn) {
    word_t value = 100 * (worker->me + 1) + turn;
    worker->entries[turn] = perform(operation_of(worker, turn), worker->keys[turn], value);
  }
  return NULL;
}

static void report(void) {
  for (int i = 0; i < THREADS; ++i)
    for (int turn = 0; turn < N; ++turn) {
      const struct entry *entry = &workers[i].entries[turn];
      printf("thread %d: %s %d: %ld, then %ld\n", i + 1,
             operation_names[operation_of(&workers[i], turn)], entry->key, entry->before,
             entry->after);
    }
}

// --- what must hold in the end

// Values come and go one after another, so all that came and have not gone is what is there. The
// sum of what came less that of what went says so, for no two values are alike.
static void check_key(int key, word_t first) {
  word_t left = first;
  for (int i = 0; i < THREADS; ++i)
    for (int turn = 0; turn < N; ++turn) {
      const struct entry *entry = &workers[i].entries[turn];
      if (entry->key == key)
        left += entry->after - entry->before;
    }
  assert(map_get(&the_map, key) == left);
}

// A key has one place in a table.
static void check_places(const struct table *table) {
  for (unsigned i = 0; i < table->size; ++i)
    for (unsigned j = 0; j < i; ++j)
      assert(atomic_load(&table->places[i].key) == NO_KEY ||
             atomic_load(&table->places[i].key) != atomic_load(&table->places[j].key));
}

int main(void) {
  map_begin(&the_map);
  // One key is there from the start, so that there is something to remove.
  map_put(&the_map, 1, 50);
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
  for (int key = 1; key <= KEYS; ++key)
    check_key(key, key == 1 ? 50 : NOTHING);
  check_places(atomic_load(&the_map.first));
  map_end(&the_map);
  return 0;
}
