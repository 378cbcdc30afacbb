// A parallel file scanner: one thread walks through a tree of directories (in memory) and puts the
// files on a short queue, the others take them from there and look for a word in each, by
// Horspool's tables. What they find goes to a list of hits, and is counted.
//
// FAULT 1: the number of hits is read before the lock is taken under which it is written.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifndef FILES
#define FILES 4
#endif
#ifndef LENGTH
#define LENGTH 64
#endif
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef FAULT
#define FAULT 0
#endif

enum { QUEUE = 3, MOST_HITS = 256, DIRECTORIES = 3, LETTERS = 128 };

struct file {
  int number;
  int directory;
  int length;
  char text[LENGTH];
};

struct directory {
  int parent;
  int files[FILES];
  int count;
};

struct hit {
  int file;
  int line;
  int column;
};

// What is to be scanned: a ring.
struct queue {
  pthread_mutex_t lock;
  pthread_cond_t not_empty;
  pthread_cond_t not_full;
  const struct file *places[QUEUE];
  int first;
  int count;
  int is_closed;
};

struct results {
  pthread_mutex_t lock;
  struct hit hits[MOST_HITS];
  int count;    // Of hits that are listed.
  int matches;  // The same, by the threads' own counts.
  int files;    // Scanned,
  int lines;    // and their lines.
  int longest;  // The file with the most hits,
  int most;     // and how many those are.
  int finished; // Threads.
};

// How far the word may be moved on when a letter is under its last place.
struct pattern {
  const char *word;
  int length;
  int shift[LETTERS];
};

// --- what the threads share
struct file files[FILES];
struct directory directories[DIRECTORIES];
struct pattern pattern;
struct queue queue;
struct results results;

// --- the tree
static unsigned random_state = 2463534242U;

static unsigned next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 17;
  random_state ^= random_state << 5;
  return random_state;
}

enum content { NOISE, REPEATED };

static void fill(struct file *file, enum content content) {
  static const char noise[] = "abcab ab\n";
  static const char repeated[] = "ababab abc\n";
  for (int i = 0; i < file->length; i++)
    file->text[i] = content == REPEATED ? repeated[(unsigned)(i + file->number) % 11]
                                        : noise[next_random() % 9];
}

static void add_file(int directory, int number, enum content content) {
  struct file *file = &files[number];
  file->number = number;
  file->directory = directory;
  file->length = LENGTH - number % 5;
  fill(file, content);
  struct directory *to = &directories[directory];
  to->files[to->count++] = number;
}

static void make_tree(enum content content) {
  for (int i = 0; i < DIRECTORIES; i++)
    directories[i].parent = i ? (i - 1) / 2 : -1;
  for (int i = 0; i < FILES; i++)
    add_file(i % DIRECTORIES, i, content);
}

// --- the word
static void make_pattern(const char *word) {
  pattern.word = word;
  pattern.length = (int)strlen(word);
  for (int i = 0; i < LETTERS; i++)
    pattern.shift[i] = pattern.length;
  for (int i = 0; i + 1 < pattern.length; i++)
    pattern.shift[(unsigned char)word[i] % LETTERS] = pattern.length - 1 - i;
}

static int is_here(const char *text) {
  int i = pattern.length - 1;
  while (i >= 0 && text[i] == pattern.word[i])
    i--;
  return i < 0;
}

// --- the queue
static void make_queue(void) {
  pthread_mutex_init(&queue.lock, NULL);
  pthread_cond_init(&queue.not_empty, NULL);
  pthread_cond_init(&queue.not_full, NULL);
}

static void put(const struct file *file) {
  pthread_mutex_lock(&queue.lock);
  while (queue.count == QUEUE)
    pthread_cond_wait(&queue.not_full, &queue.lock);
  queue.places[(queue.first + queue.count) % QUEUE] = file;
  queue.count++;
  pthread_cond_signal(&queue.not_empty);
  pthread_mutex_unlock(&queue.lock);
}

static const struct file *take(void) {
  const struct file *file = NULL;
  pthread_mutex_lock(&queue.lock);
  while (queue.count == 0 && !queue.is_closed)
    pthread_cond_wait(&queue.not_empty, &queue.lock);
  if (queue.count > 0) {
    file = queue.places[queue.first];
    queue.first = (queue.first + 1) % QUEUE;
    queue.count--;
    pthread_cond_signal(&queue.not_full);
  }
  pthread_mutex_unlock(&queue.lock);
  return file;
}

static void close_queue(void) {
  pthread_mutex_lock(&queue.lock);
  queue.is_closed = 1;
  pthread_cond_broadcast(&queue.not_empty);
  pthread_mutex_unlock(&queue.lock);
}

// --- a scan
struct scan {
  struct hit hits[MOST_HITS];
  int count;
  int lines;
};

static void note_hit(struct scan *scan, int file, int line, int column) {
  if (scan->count == MOST_HITS)
    return;
  struct hit *hit = &scan->hits[scan->count++];
  hit->file = file;
  hit->line = line;
  hit->column = column;
}

static void scan_file(const struct file *file, struct scan *scan) {
  int line = 1, line_begin = 0, seen = 0;
  scan->count = 0;
  for (int at = 0; at + pattern.length <= file->length;) {
    for (; seen < at; seen++)
      if (file->text[seen] == '\n') {
        line++;
        line_begin = seen + 1;
      }
    if (is_here(&file->text[at]))
      note_hit(scan, file->number, line, at - line_begin + 1);
    at += pattern.shift[(unsigned char)file->text[at + pattern.length - 1] % LETTERS];
  }
  scan->lines = line;
}

static void note_matches(int count) {
#if FAULT == 1
  int before = results.matches;
  pthread_mutex_lock(&results.lock);
  results.matches = before + count;
  pthread_mutex_unlock(&results.lock);
#else
  pthread_mutex_lock(&results.lock);
  results.matches += count;
  pthread_mutex_unlock(&results.lock);
#endif
}

static void enter(const struct file *file, const struct scan *scan) {
  pthread_mutex_lock(&results.lock);
  for (int i = 0; i < scan->count && results.count < MOST_HITS; i++) {
    results.hits[results.count].file = scan->hits[i].file;
    results.hits[results.count].line = scan->hits[i].line;
    results.hits[results.count].column = scan->hits[i].column;
    results.count++;
  }
  results.files++;
  results.lines += scan->lines;
  if (scan->count > results.most) {
    results.most = scan->count;
    results.longest = file->number;
  }
  pthread_mutex_unlock(&results.lock);
}

// --- the threads
static void *walk(void *unused) {
  for (int i = 0; i < DIRECTORIES; i++)
    for (int n = 0; n < directories[i].count; n++)
      put(&files[directories[i].files[n]]);
  close_queue();
  return unused;
}

static void *work(void *unused) {
  struct scan scan;
  int matches = 0;
  for (const struct file *file = take(); file; file = take()) {
    scan_file(file, &scan);
    enter(file, &scan);
    matches += scan.count;
  }
  note_matches(matches);
  pthread_mutex_lock(&results.lock);
  results.finished++;
  pthread_mutex_unlock(&results.lock);
  return unused;
}

// --- checks by one thread, letter by letter
static int matches_in(const struct file *file) {
  int count = 0;
  for (int at = 0; at + pattern.length <= file->length; at++) {
    int same = 0;
    while (same < pattern.length && file->text[at + same] == pattern.word[same])
      same++;
    count += same == pattern.length;
  }
  return count;
}

static void check_results(void) {
  int expected = 0;
  for (int i = 0; i < FILES; i++)
    expected += matches_in(&files[i]);
  heddle_assert(results.finished == WORKERS);
  heddle_assert(results.files == FILES);
  heddle_assert(results.count == expected);
  heddle_assert(results.matches == expected);
  heddle_assert(results.lines >= FILES);
}

static void check_hits(void) {
  int of_file[FILES] = {0};
  for (int i = 0; i < results.count; i++)
    of_file[results.hits[i].file]++;
  for (int i = 0; i < FILES; i++)
    heddle_assert(of_file[i] == matches_in(&files[i]) && of_file[i] <= results.most);
}

int main(void) {
  pthread_t walker, workers[WORKERS];
  make_tree(heddle_range(0, 1, "repeated") ? REPEATED : NOISE);
  make_pattern("abc");
  make_queue();
  pthread_mutex_init(&results.lock, NULL);
  if (pthread_create(&walker, NULL, walk, NULL))
    exit(2);
  for (int i = 0; i < WORKERS; i++)
    if (pthread_create(&workers[i], NULL, work, NULL))
      exit(2);
  pthread_join(walker, NULL);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i], NULL);
  check_results();
  check_hits();
  return 0;
}
