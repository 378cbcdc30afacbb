// wordcount: counts lines, words and bytes of files, and the words that come most often.
//
//   wordcount [-clwL] [-t COUNT] [-j THREADS] [FILE...]
//
// Every file is cut into pieces at blanks, and a pool of threads counts the pieces. Words are
// counted without regard to case, in a table whose parts have locks of their own.
#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *program = "wordcount";

static void die(const char *what) {
  fprintf(stderr, "%s: %s: %s\n", program, what, strerror(errno));
  exit(1);
}

static void *must(void *memory) {
  if (!memory)
    die("memory");
  return memory;
}

// --- the table of words --------------------------------------------------------------------------

enum { SHARDS = 8, BUCKETS = 64 };

struct entry {
  struct entry *next;
  uint32_t hash;
  unsigned long count;
  char word[];
};

struct shard {
  pthread_mutex_t lock;
  struct entry *buckets[BUCKETS];
  size_t size;
};

struct table {
  struct shard shards[SHARDS];
};

static void table_init(struct table *table) {
  memset(table, 0, sizeof *table);
  for (int i = 0; i < SHARDS; i++)
    pthread_mutex_init(&table->shards[i].lock, NULL);
}

static uint32_t hash_of(const char *word, size_t length) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char)word[i]) * 16777619u;
  return hash;
}

static void table_add(struct table *table, const char *word, size_t length) {
  uint32_t hash = hash_of(word, length);
  struct shard *shard = &table->shards[hash % SHARDS];
  struct entry **bucket = &shard->buckets[hash / SHARDS % BUCKETS];
  pthread_mutex_lock(&shard->lock);
  struct entry *entry = *bucket;
  while (entry && (entry->hash != hash || strncmp(entry->word, word, length) != 0 ||
                   entry->word[length] != '\0'))
    entry = entry->next;
  if (!entry) {
    entry = must(malloc(sizeof *entry + length + 1));
    entry->hash = hash;
    entry->count = 0;
    memcpy(entry->word, word, length);
    entry->word[length] = '\0';
    entry->next = *bucket;
    *bucket = entry;
    shard->size++;
  }
  entry->count++;
  pthread_mutex_unlock(&shard->lock);
}

// All entries; nobody may be counting any more.
static struct entry **table_list(const struct table *table, size_t *count) {
  *count = 0;
  for (int i = 0; i < SHARDS; i++)
    *count += table->shards[i].size;
  struct entry **list = must(malloc((*count + 1) * sizeof *list));
  size_t n = 0;
  for (int i = 0; i < SHARDS; i++)
    for (int b = 0; b < BUCKETS; b++)
      for (struct entry *entry = table->shards[i].buckets[b]; entry; entry = entry->next)
        list[n++] = entry;
  return list;
}

static void table_free(struct table *table) {
  for (int i = 0; i < SHARDS; i++) {
    pthread_mutex_destroy(&table->shards[i].lock);
    for (int b = 0; b < BUCKETS; b++) {
      struct entry *entry = table->shards[i].buckets[b];
      while (entry) {
        struct entry *next = entry->next;
        free(entry);
        entry = next;
      }
    }
  }
}

// More often first, then by the alphabet.
static int by_count(const void *a, const void *b) {
  const struct entry *x = *(struct entry *const *)a;
  const struct entry *y = *(struct entry *const *)b;
  if (x->count != y->count)
    return x->count < y->count ? 1 : -1;
  return strcmp(x->word, y->word);
}

// --- counting ------------------------------------------------------------------------------------

struct counts {
  unsigned long lines;
  unsigned long words;
  unsigned long bytes;
  unsigned long longest;
};

struct document {
  const char *name;
  char *text;
  size_t size;
  struct counts counts;
  pthread_mutex_t lock; // Of the counts.
};

struct piece {
  struct document *document;
  size_t from;
  size_t to;
};

// A queue of pieces: filled by main, emptied by the workers.
struct queue {
  struct piece *items;
  size_t head;
  size_t tail;
  size_t room;
  bool closed;
  pthread_mutex_t lock;
  pthread_cond_t not_empty;
  pthread_cond_t not_full;
};

static void queue_init(struct queue *queue, size_t room) {
  memset(queue, 0, sizeof *queue);
  queue->items = must(calloc(room, sizeof *queue->items));
  queue->room = room;
  pthread_mutex_init(&queue->lock, NULL);
  pthread_cond_init(&queue->not_empty, NULL);
  pthread_cond_init(&queue->not_full, NULL);
}

static void queue_put(struct queue *queue, struct piece piece) {
  pthread_mutex_lock(&queue->lock);
  while (queue->tail - queue->head == queue->room)
    pthread_cond_wait(&queue->not_full, &queue->lock);
  queue->items[queue->tail++ % queue->room] = piece;
  pthread_cond_signal(&queue->not_empty);
  pthread_mutex_unlock(&queue->lock);
}

static bool queue_take(struct queue *queue, struct piece *piece) {
  pthread_mutex_lock(&queue->lock);
  while (queue->head == queue->tail && !queue->closed)
    pthread_cond_wait(&queue->not_empty, &queue->lock);
  bool taken = queue->head != queue->tail;
  if (taken) {
    *piece = queue->items[queue->head++ % queue->room];
    pthread_cond_signal(&queue->not_full);
  }
  pthread_mutex_unlock(&queue->lock);
  return taken;
}

static void queue_close(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  queue->closed = true;
  pthread_cond_broadcast(&queue->not_empty);
  pthread_mutex_unlock(&queue->lock);
}

static void queue_free(struct queue *queue) {
  pthread_cond_destroy(&queue->not_full);
  pthread_cond_destroy(&queue->not_empty);
  pthread_mutex_destroy(&queue->lock);
  free(queue->items);
}

struct pool {
  struct queue queue;
  struct table *table; // NULL if nobody wants to know the words.
};

static void count_word(struct table *table, const char *word, size_t length) {
  char plain[64];
  size_t n = 0;
  for (size_t i = 0; i < length && n < sizeof plain; i++)
    if (isalnum((unsigned char)word[i]) || word[i] == '\'')
      plain[n++] = (char)tolower((unsigned char)word[i]);
  if (n > 0)
    table_add(table, plain, n);
}

static void count_piece(const struct piece *piece, struct table *table) {
  const char *text = piece->document->text;
  struct counts counts = {0};
  size_t start = 0;
  bool in_word = false;
  for (size_t i = piece->from; i <= piece->to; i++) {
    bool blank = i == piece->to || isspace((unsigned char)text[i]);
    if (!blank && !in_word)
      start = i;
    if (blank && in_word) {
      counts.words++;
      if (table)
        count_word(table, text + start, i - start);
    }
    in_word = !blank;
    if (i < piece->to && text[i] == '\n')
      counts.lines++;
  }
  counts.bytes = piece->to - piece->from;
  struct document *document = piece->document;
  pthread_mutex_lock(&document->lock);
  document->counts.lines += counts.lines;
  document->counts.words += counts.words;
  document->counts.bytes += counts.bytes;
  pthread_mutex_unlock(&document->lock);
}

static void *worker(void *argument) {
  struct pool *pool = argument;
  struct piece piece;
  while (queue_take(&pool->queue, &piece))
    count_piece(&piece, pool->table);
  return NULL;
}

// --- files ---------------------------------------------------------------------------------------

static bool read_all(FILE *file, struct document *document) {
  size_t room = 256;
  document->text = must(malloc(room));
  size_t n;
  while ((n = fread(document->text + document->size, 1, room - document->size, file)) > 0) {
    document->size += n;
    if (document->size == room)
      document->text = must(realloc(document->text, room *= 2));
  }
  return !ferror(file);
}

static bool load(struct document *document, const char *name) {
  document->name = name;
  pthread_mutex_init(&document->lock, NULL);
  bool is_input = strcmp(name, "-") == 0;
  FILE *file = is_input ? stdin : fopen(name, "rb");
  bool fine = file && read_all(file, document);
  if (!fine)
    fprintf(stderr, "%s: %s: %s\n", program, name, strerror(errno));
  if (file && !is_input)
    fclose(file);
  return fine;
}

static void longest_line(struct document *document) {
  size_t start = 0;
  for (size_t i = 0; i <= document->size; i++) {
    if (i < document->size && document->text[i] != '\n')
      continue;
    if (i - start > document->counts.longest)
      document->counts.longest = i - start;
    start = i + 1;
  }
}

static void hand_out(struct queue *queue, struct document *document, size_t piece_size) {
  size_t from = 0;
  while (from < document->size) {
    size_t to = from + piece_size < document->size ? from + piece_size : document->size;
    while (to < document->size && !isspace((unsigned char)document->text[to]))
      to++;
    queue_put(queue, (struct piece){document, from, to});
    from = to;
  }
}

// --- output --------------------------------------------------------------------------------------

struct shown {
  bool lines, words, bytes, longest;
};

static void print_counts(const struct shown *shown, const struct counts *counts, const char *name) {
  if (shown->lines)
    printf(" %7lu", counts->lines);
  if (shown->words)
    printf(" %7lu", counts->words);
  if (shown->bytes)
    printf(" %7lu", counts->bytes);
  if (shown->longest)
    printf(" %7lu", counts->longest);
  printf(" %s\n", name);
}

static void print_words(const struct table *table, size_t wanted) {
  size_t count;
  struct entry **list = table_list(table, &count);
  qsort(list, count, sizeof *list, by_count);
  for (size_t i = 0; i < count && i < wanted; i++)
    printf("%6lu %s\n", list[i]->count, list[i]->word);
  free(list);
}

static size_t number(const char *text) {
  char *end;
  unsigned long value = strtoul(text, &end, 10);
  if (end == text || *end || value == 0 || value > 1000000) {
    fprintf(stderr, "%s: not a number that makes sense: %s\n", program, text);
    exit(2);
  }
  return value;
}

int main(int argc, char **argv) {
  struct shown shown = {0};
  size_t threads = 2, top = 0, piece_size = 64;
  int option;
  while ((option = getopt(argc, argv, "clwLt:j:p:")) != -1) {
    switch (option) {
    case 'c':
      shown.bytes = true;
      break;
    case 'l':
      shown.lines = true;
      break;
    case 'w':
      shown.words = true;
      break;
    case 'L':
      shown.longest = true;
      break;
    case 't':
      top = number(optarg);
      break;
    case 'j':
      threads = number(optarg);
      break;
    case 'p':
      piece_size = number(optarg);
      break;
    default:
      fprintf(stderr, "usage: %s [-clwL] [-t COUNT] [-j THREADS] [FILE...]\n", program);
      return 2;
    }
  }
  if (!shown.lines && !shown.words && !shown.bytes && !shown.longest)
    shown.lines = shown.words = shown.bytes = true;

  static char *input[] = {"-", NULL};
  char **names = optind < argc ? argv + optind : input;
  size_t files = optind < argc ? (size_t)(argc - optind) : 1;
  struct document *documents = must(calloc(files, sizeof *documents));
  static struct table table;
  struct pool pool = {.table = top ? &table : NULL};
  table_init(&table);
  queue_init(&pool.queue, 4);
  pthread_t *workers = must(calloc(threads, sizeof *workers));
  for (size_t i = 0; i < threads; i++)
    if ((errno = pthread_create(&workers[i], NULL, worker, &pool)) != 0)
      die("thread");

  int result = 0;
  bool *fine = must(calloc(files, sizeof *fine));
  for (size_t i = 0; i < files; i++) {
    fine[i] = load(&documents[i], names[i]);
    if (!fine[i]) {
      result = 1;
      continue;
    }
    longest_line(&documents[i]);
    hand_out(&pool.queue, &documents[i], piece_size);
  }
  queue_close(&pool.queue);
  for (size_t i = 0; i < threads; i++)
    pthread_join(workers[i], NULL);

  struct counts total = {0};
  for (size_t i = 0; i < files; i++) {
    const struct counts *counts = &documents[i].counts;
    if (fine[i])
      print_counts(&shown, counts, documents[i].name);
    total.lines += counts->lines;
    total.words += counts->words;
    total.bytes += counts->bytes;
    if (counts->longest > total.longest)
      total.longest = counts->longest;
    free(documents[i].text);
    pthread_mutex_destroy(&documents[i].lock);
  }
  if (files > 1)
    print_counts(&shown, &total, "total");
  if (top)
    print_words(&table, top);
  table_free(&table);
  queue_free(&pool.queue);
  free(workers);
  free(documents);
  free(fine);
  return result;
}
