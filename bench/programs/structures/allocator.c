// An allocator for several threads, in a region of its own, and four threads that use it.
//
// From the bottom up:
//
//   sizes     which sizes there are, and how requests are rounded up to them
//   pages     runs of pages of the region, under one mutex
//   slabs     a run of pages cut into blocks of one size
//   arenas    slabs by size; each arena has a mutex, and each thread uses one of the arenas
//   magazines a few free blocks of each size for one thread, which needs no mutex for them
//   mailboxes blocks that a thread frees and another one's arena owns, handed over without a lock
//   the heap  alloc, calloc, realloc, aligned, copy, free and trim
//   census    what there is, by class, when nobody uses it
//   workload  what the threads do
//
// What is asserted without flags is what the first part promises: that rounding never makes a
// request smaller, wastes no more than it says, and keeps to the alignment. That depends on nothing
// that threads share, so of all orders in which they may use the rest one tells all.
//
//   -DCHECK_BLOCKS  also that blocks keep what their owner wrote, which depends on everything
//   -DBUG           sizes are rounded down where they are one more than a class
//   -DN=n           turns of each thread
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 2
#endif
#define THREADS 4

// Small and used everywhere, also on what is shared.
#define INLINE static inline __attribute__((always_inline))

// --- sizes -------------------------------------------------------------------------------------

// Blocks are multiples of GRAIN up to 4 grains; from there on each doubling has STEPS sizes.
#define GRAIN 16u
#define STEPS 4u
#define CLASSES 20u
#define LARGEST 1024u // Of a block in a slab; larger ones are runs of pages.

typedef unsigned class_t;

INLINE unsigned round_up(unsigned value, unsigned to) {
  return (value + to - 1) / to * to;
}

// The number of the highest bit.
INLINE unsigned log_of(unsigned value) {
  unsigned log = 0;
  while (value >>= 1)
    ++log;
  return log;
}

// Bytes of the blocks of a class.
INLINE unsigned bytes_of(class_t class) {
  if (class < STEPS)
    return GRAIN * (class + 1);
  unsigned doubling = class / STEPS;
  unsigned step = class % STEPS;
  unsigned base = GRAIN * STEPS << (doubling - 1);
  return base + base / STEPS * (step + 1);
}

// The smallest class whose blocks hold so many bytes.
INLINE class_t class_of(unsigned bytes) {
  if (bytes == 0)
    return 0;
  if (bytes <= GRAIN * STEPS)
    return (bytes - 1) / GRAIN;
#ifdef BUG
  unsigned last = bytes - 2;
#else
  unsigned last = bytes - 1;
#endif
  unsigned doubling = log_of(last / (GRAIN * STEPS)) + 1;
  unsigned base = GRAIN * STEPS << (doubling - 1);
  unsigned step = (last - base) / (base / STEPS);
  return doubling * STEPS + step;
}

static bool is_small(unsigned bytes) {
  return bytes <= LARGEST;
}

static bool is_power(unsigned value) {
  return value && !(value & (value - 1));
}

// What is promised of a request. Everything here belongs to the thread that asks.
INLINE void check_rounding(unsigned bytes) {
  class_t class = class_of(bytes);
  assert(class < CLASSES);
  unsigned got = bytes_of(class);
  assert(got >= bytes);
  assert(got % GRAIN == 0);
  // No more than a fifth of a block, or one grain, is wasted.
  assert(got - bytes < GRAIN || (got - bytes) * 5 <= got);
  assert(class == 0 || bytes_of(class - 1) < bytes);
}

// The sizes at which rounding goes from one class to the next.
static void check_borders(void) {
  for (class_t class = 0; class + 1 < CLASSES; ++class) {
    check_rounding(bytes_of(class));
    check_rounding(bytes_of(class) + 1);
  }
}

// --- pages -------------------------------------------------------------------------------------

#define PAGE 4096u
#define PAGES 64u

// What a page is used for.
enum use { FREE_PAGE, SLAB_PAGE, LARGE_PAGE, LATER_PAGE };

struct page {
  enum use use;
  unsigned run;      // Pages of the run, at its first page.
  struct slab *slab; // At all pages of a slab.
};

struct region {
  pthread_mutex_t lock;
  struct page pages[PAGES];
  unsigned used;
  unsigned most_used;
  unsigned hint; // No page before it is free.
};

static _Alignas(PAGE) unsigned char memory[PAGES * PAGE];
static struct region region = {.lock = PTHREAD_MUTEX_INITIALIZER};

static unsigned page_of(const void *address) {
  return (unsigned)(((uintptr_t)address - (uintptr_t)memory) / PAGE);
}

static void *address_of(unsigned page) {
  return memory + (size_t)page * PAGE;
}

// How many free pages there are from here on; no more than `wanted` are looked at.
static unsigned free_from(unsigned first, unsigned wanted) {
  unsigned count = 0;
  while (count < wanted && first + count < PAGES && region.pages[first + count].use == FREE_PAGE)
    ++count;
  return count;
}

// The first run of so many free pages, or PAGES.
static unsigned first_fit(unsigned wanted) {
  unsigned at = region.hint;
  while (at < PAGES) {
    unsigned found = free_from(at, wanted);
    if (found == wanted)
      return at;
    at += found + 1;
  }
  return PAGES;
}

static void mark_run(unsigned first, unsigned count, enum use use) {
  for (unsigned i = 0; i < count; ++i)
    region.pages[first + i].use = i == 0 || use != LARGE_PAGE ? use : LATER_PAGE;
  region.pages[first].run = count;
}

static void move_hint(void) {
  while (region.hint < PAGES && region.pages[region.hint].use != FREE_PAGE)
    ++region.hint;
}

// A run of pages, or PAGES if there is none.
static unsigned pages_take(unsigned count, enum use use) {
  pthread_mutex_lock(&region.lock);
  unsigned first = first_fit(count);
  if (first != PAGES) {
    mark_run(first, count, use);
    region.used += count;
    if (region.used > region.most_used)
      region.most_used = region.used;
    if (first == region.hint)
      move_hint();
  }
  pthread_mutex_unlock(&region.lock);
  return first;
}

static void pages_give_back(unsigned first) {
  pthread_mutex_lock(&region.lock);
  unsigned count = region.pages[first].run;
  mark_run(first, count, FREE_PAGE);
  for (unsigned i = 0; i < count; ++i)
    region.pages[first + i].slab = NULL;
  region.pages[first].run = 0;
  region.used -= count;
  if (first < region.hint)
    region.hint = first;
  pthread_mutex_unlock(&region.lock);
}

// Makes a run longer in place. False if what is behind it is in use.
static bool pages_extend(unsigned first, unsigned count) {
  pthread_mutex_lock(&region.lock);
  unsigned held = region.pages[first].run;
  bool fits = count <= held;
  if (!fits && free_from(first + held, count - held) == count - held) {
    region.used += count - held;
    if (region.used > region.most_used)
      region.most_used = region.used;
    mark_run(first, count, LARGE_PAGE);
    move_hint();
    fits = true;
  }
  pthread_mutex_unlock(&region.lock);
  return fits;
}

// --- slabs -------------------------------------------------------------------------------------

struct arena;

// A free block holds the next one of its list.
struct block {
  struct block *next;
};

// Stands at the start of its first page.
struct slab {
  struct arena *arena;
  struct slab *next; // Of those of its class that have free blocks.
  struct slab *previous;
  struct block *free;
  unsigned char *fresh; // From here on no block was ever handed out.
  unsigned char *end;
  unsigned live;
  unsigned capacity;
  class_t class;
  bool is_listed;
};

#define SLAB_HEADER ((unsigned)round_up(sizeof(struct slab), GRAIN))

// Enough for some blocks of the class.
static unsigned slab_pages(class_t class) {
  unsigned wanted = SLAB_HEADER + 8 * bytes_of(class);
  return round_up(wanted, PAGE) / PAGE;
}

static struct slab *slab_make(struct arena *arena, class_t class) {
  unsigned count = slab_pages(class);
  unsigned first = pages_take(count, SLAB_PAGE);
  if (first == PAGES)
    return NULL;
  struct slab *slab = address_of(first);
  unsigned room = count * PAGE - SLAB_HEADER;
  slab->arena = arena;
  slab->next = slab->previous = NULL;
  slab->free = NULL;
  slab->fresh = (unsigned char *)slab + SLAB_HEADER;
  slab->capacity = room / bytes_of(class);
  slab->end = slab->fresh + slab->capacity * bytes_of(class);
  slab->live = 0;
  slab->class = class;
  slab->is_listed = false;
  for (unsigned i = 0; i < count; ++i)
    region.pages[first + i].slab = slab;
  return slab;
}

static bool slab_is_full(const struct slab *slab) {
  return slab->live == slab->capacity;
}

static struct block *slab_take(struct slab *slab) {
  struct block *block = slab->free;
  if (block) {
    slab->free = block->next;
  } else {
    block = (struct block *)slab->fresh;
    slab->fresh += bytes_of(slab->class);
  }
  ++slab->live;
  return block;
}

static void slab_put(struct slab *slab, struct block *block) {
  block->next = slab->free;
  slab->free = block;
  --slab->live;
}

// The slab that a block belongs to; null for large blocks.
static struct slab *slab_of(const void *address) {
  return region.pages[page_of(address)].slab;
}

// --- arenas ------------------------------------------------------------------------------------

#define ARENAS 2

struct arena {
  pthread_mutex_t lock;
  struct slab *partial[CLASSES]; // Slabs that have free blocks.
  unsigned slabs;
  _Atomic(struct block *) mailbox; // Blocks of its slabs that others have freed.
};

static struct arena arenas[ARENAS];

static void arena_list(struct arena *arena, struct slab *slab) {
  struct slab *first = arena->partial[slab->class];
  slab->next = first;
  slab->previous = NULL;
  if (first)
    first->previous = slab;
  arena->partial[slab->class] = slab;
  slab->is_listed = true;
}

static void arena_unlist(struct arena *arena, struct slab *slab) {
  if (slab->previous)
    slab->previous->next = slab->next;
  else
    arena->partial[slab->class] = slab->next;
  if (slab->next)
    slab->next->previous = slab->previous;
  slab->next = slab->previous = NULL;
  slab->is_listed = false;
}

// Under the arena's mutex. Null if there is no memory left.
static struct slab *arena_slab(struct arena *arena, class_t class) {
  struct slab *slab = arena->partial[class];
  if (slab)
    return slab;
  slab = slab_make(arena, class);
  if (!slab)
    return NULL;
  ++arena->slabs;
  arena_list(arena, slab);
  return slab;
}

// Under the arena's mutex. A slab without live blocks goes back, but for the last one of its class.
static void arena_take_back(struct arena *arena, struct block *block) {
  struct slab *slab = slab_of(block);
  slab_put(slab, block);
  if (!slab->is_listed)
    arena_list(arena, slab);
  if (slab->live == 0 && (slab->next || slab->previous)) {
    arena_unlist(arena, slab);
    --arena->slabs;
    pages_give_back(page_of(slab));
  }
}

// Up to so many blocks of a class, as a list.
static struct block *arena_take(struct arena *arena, class_t class, unsigned wanted,
                                unsigned *got) {
  struct block *list = NULL;
  pthread_mutex_lock(&arena->lock);
  for (*got = 0; *got < wanted; ++*got) {
    struct slab *slab = arena_slab(arena, class);
    if (!slab)
      break;
    struct block *block = slab_take(slab);
    if (slab_is_full(slab))
      arena_unlist(arena, slab);
    block->next = list;
    list = block;
  }
  pthread_mutex_unlock(&arena->lock);
  return list;
}

// --- mailboxes ---------------------------------------------------------------------------------

// Anybody may put a block of the arena there.
static void mailbox_put(struct arena *arena, struct block *block) {
  block->next = atomic_load(&arena->mailbox);
  while (!atomic_compare_exchange_weak(&arena->mailbox, &block->next, block))
    ;
}

// Takes all blocks at once, so that no address can come back in between.
static struct block *mailbox_empty(struct arena *arena) {
  return atomic_exchange(&arena->mailbox, (struct block *)NULL);
}

static void arena_read_mail(struct arena *arena) {
  struct block *list = mailbox_empty(arena);
  if (!list)
    return;
  pthread_mutex_lock(&arena->lock);
  while (list) {
    struct block *next = list->next;
    arena_take_back(arena, list);
    list = next;
  }
  pthread_mutex_unlock(&arena->lock);
}

// --- magazines ---------------------------------------------------------------------------------

#define BATCH 2u // Blocks that are fetched at once.
#define MOST 4u  // Blocks of a class that a thread keeps.

struct magazine {
  struct block *blocks;
  unsigned count;
};

// What a thread has for itself.
struct cache {
  struct arena *arena;
  struct magazine magazines[CLASSES];
  unsigned long hits;
  unsigned long fetched;
  unsigned long mailed;
};

static void cache_begin(struct cache *cache, struct arena *arena) {
  memset(cache, 0, sizeof *cache);
  cache->arena = arena;
}

static struct block *magazine_pop(struct magazine *magazine) {
  struct block *block = magazine->blocks;
  magazine->blocks = block->next;
  --magazine->count;
  return block;
}

static void magazine_push(struct magazine *magazine, struct block *block) {
  block->next = magazine->blocks;
  magazine->blocks = block;
  ++magazine->count;
}

static bool cache_fetch(struct cache *cache, class_t class) {
  struct magazine *magazine = &cache->magazines[class];
  arena_read_mail(cache->arena);
  magazine->blocks = arena_take(cache->arena, class, BATCH, &magazine->count);
  cache->fetched += magazine->count;
  return magazine->count > 0;
}

static struct block *cache_take(struct cache *cache, class_t class) {
  struct magazine *magazine = &cache->magazines[class];
  if (magazine->count)
    ++cache->hits;
  else if (!cache_fetch(cache, class))
    return NULL;
  return magazine_pop(magazine);
}

// Gives so many blocks of a class back to the arena.
static void cache_flush(struct cache *cache, class_t class, unsigned count) {
  struct magazine *magazine = &cache->magazines[class];
  pthread_mutex_lock(&cache->arena->lock);
  while (count-- && magazine->count)
    arena_take_back(cache->arena, magazine_pop(magazine));
  pthread_mutex_unlock(&cache->arena->lock);
}

static void cache_put(struct cache *cache, struct slab *slab, struct block *block) {
  if (slab->arena != cache->arena) {
    ++cache->mailed;
    mailbox_put(slab->arena, block);
    return;
  }
  struct magazine *magazine = &cache->magazines[slab->class];
  magazine_push(magazine, block);
  if (magazine->count > MOST)
    cache_flush(cache, slab->class, BATCH);
}

static void cache_end(struct cache *cache) {
  for (class_t class = 0; class < CLASSES; ++class)
    if (cache->magazines[class].count)
      cache_flush(cache, class, cache->magazines[class].count);
}

// --- the heap ----------------------------------------------------------------------------------

static void heap_begin(void) {
  for (unsigned i = 0; i < ARENAS; ++i) {
    pthread_mutex_init(&arenas[i].lock, NULL);
    atomic_init(&arenas[i].mailbox, NULL);
  }
}

static void *large_alloc(unsigned bytes) {
  unsigned first = pages_take(round_up(bytes, PAGE) / PAGE, LARGE_PAGE);
  return first == PAGES ? NULL : address_of(first);
}

// Null if there is no memory left.
static void *heap_alloc(struct cache *cache, unsigned bytes) {
  if (!is_small(bytes))
    return large_alloc(bytes);
  return cache_take(cache, class_of(bytes));
}

// Bytes that may be used at an address that heap_alloc gave.
static unsigned heap_usable(const void *address) {
  const struct slab *slab = slab_of(address);
  return slab ? bytes_of(slab->class) : region.pages[page_of(address)].run * PAGE;
}

static void heap_free(struct cache *cache, void *address) {
  if (!address)
    return;
  struct slab *slab = slab_of(address);
  if (slab)
    cache_put(cache, slab, address);
  else
    pages_give_back(page_of(address));
}

static void *heap_calloc(struct cache *cache, unsigned count, unsigned bytes) {
  if (bytes && count > UINT32_MAX / bytes)
    return NULL;
  void *made = heap_alloc(cache, count * bytes);
  if (made)
    memset(made, 0, count * bytes);
  return made;
}

// Whether a block can stay where it is.
static bool fits(const void *address, unsigned bytes) {
  if (slab_of(address))
    return bytes <= heap_usable(address);
  return !is_small(bytes) && pages_extend(page_of(address), round_up(bytes, PAGE) / PAGE);
}

static void *heap_realloc(struct cache *cache, void *address, unsigned bytes) {
  if (!address)
    return heap_alloc(cache, bytes);
  if (fits(address, bytes))
    return address;
  void *made = heap_alloc(cache, bytes);
  if (!made)
    return NULL;
  unsigned held = heap_usable(address);
  memcpy(made, address, held < bytes ? held : bytes);
  heap_free(cache, address);
  return made;
}

// Blocks of slabs are aligned to a grain, runs to a page.
static void *heap_aligned(struct cache *cache, unsigned alignment, unsigned bytes) {
  if (!is_power(alignment) || alignment > PAGE)
    return NULL;
  if (alignment <= GRAIN)
    return heap_alloc(cache, bytes);
  return large_alloc(bytes ? bytes : 1);
}

// A copy of a text, which ends with a zero.
static char *heap_copy(struct cache *cache, const char *text) {
  unsigned bytes = (unsigned)strlen(text) + 1;
  char *made = heap_alloc(cache, bytes);
  if (made)
    memcpy(made, text, bytes);
  return made;
}

// Gives back the slabs of an arena that have no live blocks, also the last ones of their classes.
// Returns how many pages that were.
static unsigned arena_trim(struct arena *arena) {
  unsigned pages = 0;
  arena_read_mail(arena);
  pthread_mutex_lock(&arena->lock);
  for (class_t class = 0; class < CLASSES; ++class) {
    struct slab *slab = arena->partial[class];
    while (slab) {
      struct slab *next = slab->next;
      if (slab->live == 0) {
        arena_unlist(arena, slab);
        --arena->slabs;
        pages += slab_pages(class);
        pages_give_back(page_of(slab));
      }
      slab = next;
    }
  }
  pthread_mutex_unlock(&arena->lock);
  return pages;
}

static unsigned heap_trim(void) {
  unsigned pages = 0;
  for (unsigned i = 0; i < ARENAS; ++i)
    pages += arena_trim(&arenas[i]);
  return pages;
}

// --- census ------------------------------------------------------------------------------------

// Of one class in one arena. Full slabs are in no list, so the pages are gone through.
struct census {
  unsigned slabs;
  unsigned full;
  unsigned live;
  unsigned capacity;
};

static void count_slab(struct census *census, const struct slab *slab) {
  ++census->slabs;
  census->full += slab_is_full(slab);
  census->live += slab->live;
  census->capacity += slab->capacity;
}

// Calls nobody may disturb: all threads but one have ended.
static struct census take_census(const struct arena *arena, class_t class) {
  struct census census = {0};
  for (unsigned page = 0; page < PAGES;
       page += region.pages[page].run ? region.pages[page].run : 1) {
    const struct slab *slab = region.pages[page].slab;
    if (region.pages[page].use == SLAB_PAGE && slab->arena == arena && slab->class == class)
      count_slab(&census, slab);
  }
  return census;
}

// Pages of runs that are no slabs.
static unsigned large_pages(void) {
  unsigned pages = 0;
  for (unsigned page = 0; page < PAGES; ++page)
    pages += region.pages[page].use == LARGE_PAGE || region.pages[page].use == LATER_PAGE;
  return pages;
}

static void print_census(void) {
  for (unsigned i = 0; i < ARENAS; ++i)
    for (class_t class = 0; class < CLASSES; ++class) {
      struct census census = take_census(&arenas[i], class);
      if (census.slabs)
        printf("arena %u, %4u bytes: %u slabs, %u full, %u of %u blocks live\n", i + 1,
               bytes_of(class), census.slabs, census.full, census.live, census.capacity);
    }
  printf("%u pages in large blocks, %u in use, %u at most\n", large_pages(), region.used,
         region.most_used);
}

// --- what must hold of blocks ------------------------------------------------------------------

#ifdef CHECK_BLOCKS

static bool is_ours(const void *address) {
  uintptr_t at = (uintptr_t)address;
  return at >= (uintptr_t)memory && at < (uintptr_t)memory + sizeof memory;
}

static void check_address(const void *address, unsigned bytes, unsigned alignment) {
  assert(is_ours(address));
  assert((uintptr_t)address % (alignment < GRAIN ? GRAIN : alignment) == 0);
  assert(heap_usable(address) >= bytes);
}

static void fill(void *address, unsigned bytes, unsigned char with) {
  unsigned char *at = address;
  for (unsigned i = 0; i < bytes; i += GRAIN)
    at[i] = with;
}

static void check_filled(const void *address, unsigned bytes, unsigned char with) {
  const unsigned char *at = address;
  for (unsigned i = 0; i < bytes; i += GRAIN)
    assert(at[i] == with);
}

#else

static void check_address(const void *address, unsigned bytes, unsigned alignment) {
  (void)address;
  (void)bytes;
  (void)alignment;
}

static void fill(void *address, unsigned bytes, unsigned char with) {
  memset(address, with, bytes ? 1 : 0);
}

static void check_filled(const void *address, unsigned bytes, unsigned char with) {
  (void)address;
  (void)bytes;
  (void)with;
}

#endif

#ifdef CHECK_BLOCKS

static bool is_in(const struct slab *slab, const struct block *block) {
  const unsigned char *at = (const unsigned char *)block;
  const unsigned char *first = (const unsigned char *)slab + SLAB_HEADER;
  return at >= first && at < slab->fresh && (unsigned)(at - first) % bytes_of(slab->class) == 0;
}

// Every block was never handed out, is free, or is live.
static void check_slab(const struct slab *slab) {
  unsigned free = 0;
  for (const struct block *block = slab->free; block; block = block->next) {
    assert(is_in(slab, block));
    ++free;
    assert(free <= slab->capacity);
  }
  unsigned fresh = (unsigned)(slab->end - slab->fresh) / bytes_of(slab->class);
  assert(free + fresh + slab->live == slab->capacity);
}

// Lists lead back where they lead to, and hold what has free blocks.
static void check_lists(const struct arena *arena) {
  unsigned slabs = 0;
  for (class_t class = 0; class < CLASSES; ++class)
    for (const struct slab *slab = arena->partial[class]; slab; slab = slab->next) {
      assert(slab->is_listed && slab->class == class && slab->arena == arena);
      assert(!slab->next || slab->next->previous == slab);
      assert(!slab_is_full(slab));
      check_slab(slab);
      ++slabs;
    }
  assert(slabs <= arena->slabs);
}

// Whoever is last finds everything given back.
static void check_given_back(void) {
  for (unsigned i = 0; i < ARENAS; ++i) {
    arena_read_mail(&arenas[i]);
    check_lists(&arenas[i]);
    for (class_t class = 0; class < CLASSES; ++class)
      assert(take_census(&arenas[i], class).live == 0);
  }
  assert(large_pages() == 0);
  heap_trim();
  assert(region.used == 0);
}

#else

static void check_given_back(void) {
  heap_trim();
}

#endif

// --- workload ----------------------------------------------------------------------------------

#define HELD 3 // Blocks that a thread holds at most.

struct held {
  void *address;
  unsigned bytes;
  unsigned char mark;
};

struct worker {
  pthread_t thread;
  unsigned me;
  struct cache cache;
  struct held held[HELD];
};

static struct worker workers[THREADS];

// Where a thread leaves a block for its neighbour to free.
static _Atomic(void *) left_for[THREADS];

// The same numbers in every execution.
static unsigned next_number(unsigned *seed) {
  *seed = *seed * 1103515245u + 12345u;
  return *seed >> 16 & 0x7fffu;
}

// Mostly small, now and then a page or two.
static unsigned next_size(unsigned *seed) {
  unsigned number = next_number(seed);
  if (number % 8 == 7)
    return PAGE + number % PAGE;
  return 1 + number % (number % 2 ? 64 : LARGEST);
}

static void hold(struct held *held, void *address, unsigned bytes, unsigned char mark) {
  held->address = address;
  held->bytes = bytes;
  held->mark = mark;
  if (address)
    fill(address, bytes, mark);
}

static void let_go(struct worker *worker, struct held *held) {
  if (!held->address)
    return;
  check_filled(held->address, held->bytes, held->mark);
  heap_free(&worker->cache, held->address);
  held->address = NULL;
}

static void get_one(struct worker *worker, struct held *held, unsigned turn, unsigned bytes) {
  let_go(worker, held);
  unsigned char mark = (unsigned char)(16 * worker->me + turn + 1);
  unsigned alignment = turn % 5 == 4 ? 64 : 1;
  void *address = turn % 5 == 4   ? heap_aligned(&worker->cache, alignment, bytes)
                  : turn % 3 == 2 ? heap_calloc(&worker->cache, 1, bytes)
                                  : heap_alloc(&worker->cache, bytes);
  if (address)
    check_address(address, bytes, alignment);
  hold(held, address, bytes, mark);
}

static void make_larger(struct worker *worker, struct held *held, unsigned by) {
  if (!held->address)
    return;
  void *address = heap_realloc(&worker->cache, held->address, held->bytes + by);
  if (!address)
    return;
  check_address(address, held->bytes + by, 1);
  check_filled(address, held->bytes, held->mark);
  hold(held, address, held->bytes + by, held->mark);
}

// A text that the thread keeps in its last place.
static void keep_name(struct worker *worker) {
  struct held *held = &worker->held[HELD - 1];
  let_go(worker, held);
  char *name = heap_copy(&worker->cache, worker->me % 2 ? "odd" : "even");
  if (!name)
    return;
  check_address(name, 4, 1);
  hold(held, name, 4, (unsigned char)(worker->me + 100));
}

// Leaves a block for the neighbour, and frees what was left for this thread.
static void hand_over(struct worker *worker, struct held *held) {
  void *mine = atomic_exchange(&left_for[worker->me], NULL);
  heap_free(&worker->cache, mine);
  if (!held->address)
    return;
  void *before = atomic_exchange(&left_for[(worker->me + 1) % THREADS], held->address);
  heap_free(&worker->cache, before);
  held->address = NULL;
}

static void take_turn(struct worker *worker, unsigned bytes, unsigned turn) {
  if (is_small(bytes))
    check_rounding(bytes);
  struct held *held = &worker->held[turn % (HELD - 1)];
  switch (turn % 5) {
  case 0:
  case 1:
    get_one(worker, held, turn, bytes);
    break;
  case 2:
    make_larger(worker, &worker->held[0], bytes % 256);
    break;
  case 3:
    hand_over(worker, &worker->held[1]);
    break;
  case 4:
    keep_name(worker);
    break;
  }
}

static void *work(void *mine) {
  unsigned me = (unsigned)(uintptr_t)mine;
  unsigned seed = 17 * me + 1;
  struct worker *worker = &workers[me];
  check_borders();
  for (unsigned turn = 0; turn < N; ++turn)
    take_turn(worker, next_size(&seed), turn);
  for (unsigned i = 0; i < HELD; ++i)
    let_go(worker, &worker->held[i]);
  cache_end(&worker->cache);
  return NULL;
}

static void report(void) {
  for (unsigned i = 0; i < THREADS; ++i) {
    const struct cache *cache = &workers[i].cache;
    printf("thread %u: %lu blocks fetched, %lu from its magazines, %lu mailed\n", i + 1,
           cache->fetched, cache->hits, cache->mailed);
  }
  print_census();
}

int main(void) {
  heap_begin();
  for (unsigned i = 0; i < THREADS; ++i) {
    workers[i].me = i;
    cache_begin(&workers[i].cache, &arenas[i % ARENAS]);
  }
  for (unsigned i = 0; i < THREADS; ++i)
    pthread_create(&workers[i].thread, NULL, work, (void *)(uintptr_t)i);
  for (unsigned i = 0; i < THREADS; ++i)
    pthread_join(workers[i].thread, NULL);
  struct cache last;
  cache_begin(&last, &arenas[0]);
  for (unsigned i = 0; i < THREADS; ++i)
    heap_free(&last, atomic_exchange(&left_for[i], NULL));
  cache_end(&last);
  report();
  check_given_back();
  return 0;
}
