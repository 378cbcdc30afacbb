// jobqueue: runs jobs that depend on each other on a pool of threads.
//
//   jobqueue [-j THREADS] [-k] [-v] FILE
//
// A line of the file describes a job:
//
//   job NAME [after A,B,...] [priority N] [tries N]: ACTION ARGUMENTS...
//
// The actions are: sum N... , product N... , sort WORD... , reverse TEXT , crc TEXT , write FILE
// TEXT, count FILE, and fail, which never works. A job starts when all jobs it comes after have
// worked; of those that can start, the one with the highest priority does. If a job fails as often
// as it may be tried, the jobs behind it are skipped (with -k the others still run). The report is
// in the order of the file. Exits with 0 if all jobs worked, 1 if one did not, 2 if the file makes
// no sense.
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum state { WAITING, READY, RUNNING, WORKED, FAILED, SKIPPED };

static const char *const state_names[] = {"waiting", "ready",  "running",
                                          "worked",  "failed", "skipped"};

struct job {
  char *name;
  char *action;
  char **arguments;
  size_t argument_count;
  int priority;
  int tries;
  size_t line;

  size_t *before; // The jobs this one comes after, by number.
  size_t before_count;
  size_t *behind; // The jobs that come after this one.
  size_t behind_count;

  // Guarded by the queue's lock:
  enum state state;
  size_t missing; // How many of `before` have not worked yet.
  int tried;
  char *result;
};

struct job_list {
  struct job *jobs;
  size_t count;
  size_t room;
};

// --- small things --------------------------------------------------------------------------------

static void fatal(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("jobqueue: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(2);
}

static void *grow(void *old, size_t count, size_t size) {
  void *memory = reallocarray(old, count ? count : 1, size);
  if (!memory)
    fatal("out of memory");
  return memory;
}

static char *copy_of(const char *text) {
  char *copy = strdup(text);
  if (!copy)
    fatal("out of memory");
  return copy;
}

static char *format_text(const char *format, ...) {
  char *text = NULL;
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&text, format, arguments) < 0)
    fatal("out of memory");
  va_end(arguments);
  return text;
}

// --- reading the file ----------------------------------------------------------------------------

static struct job *find_job(const struct job_list *list, const char *name) {
  for (size_t i = 0; i < list->count; i++)
    if (strcmp(list->jobs[i].name, name) == 0)
      return &list->jobs[i];
  return NULL;
}

static void add_edge(struct job_list *list, size_t from, size_t to) {
  struct job *first = &list->jobs[from], *second = &list->jobs[to];
  first->behind = grow(first->behind, first->behind_count + 1, sizeof *first->behind);
  first->behind[first->behind_count++] = to;
  second->before = grow(second->before, second->before_count + 1, sizeof *second->before);
  second->before[second->before_count++] = from;
  second->missing++;
}

static int small_number(const char *text, size_t line) {
  char *end;
  errno = 0;
  long value = text ? strtol(text, &end, 10) : 0;
  if (!text || errno || end == text || *end || value < -1000 || value > 1000)
    fatal("line %zu: a number from -1000 to 1000 is missing", line);
  return (int)value;
}

static void parse_after(struct job_list *list, size_t which, char *names, size_t line) {
  char *rest = NULL;
  for (char *name = strtok_r(names, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
    const struct job *other = find_job(list, name);
    if (!other || other == &list->jobs[which])
      fatal("line %zu: there is no job '%s' before this one", line, name);
    add_edge(list, other - list->jobs, which);
  }
}

static void parse_head(struct job_list *list, char *head, size_t line) {
  char *rest = NULL;
  const char *word = strtok_r(head, " \t", &rest);
  if (!word || strcmp(word, "job") != 0)
    fatal("line %zu: expected 'job'", line);
  const char *name = strtok_r(NULL, " \t", &rest);
  if (!name)
    fatal("line %zu: a job needs a name", line);
  if (find_job(list, name))
    fatal("line %zu: there is a job '%s' already", line, name);
  if (list->count == list->room) {
    list->room = list->room ? 2 * list->room : 8;
    list->jobs = grow(list->jobs, list->room, sizeof *list->jobs);
  }
  size_t which = list->count++;
  list->jobs[which] = (struct job){.name = copy_of(name), .tries = 1, .line = line};
  while ((word = strtok_r(NULL, " \t", &rest))) {
    char *value = strtok_r(NULL, " \t", &rest);
    if (strcmp(word, "after") == 0 && value)
      parse_after(list, which, value, line);
    else if (strcmp(word, "priority") == 0)
      list->jobs[which].priority = small_number(value, line);
    else if (strcmp(word, "tries") == 0)
      list->jobs[which].tries = small_number(value, line);
    else
      fatal("line %zu: what does '%s' mean?", line, word);
  }
}

static void parse_action(struct job *job, char *text, size_t line) {
  char *rest = NULL;
  for (char *word = strtok_r(text, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
    if (!job->action) {
      job->action = copy_of(word);
      continue;
    }
    job->arguments = grow(job->arguments, job->argument_count + 1, sizeof *job->arguments);
    job->arguments[job->argument_count++] = copy_of(word);
  }
  if (!job->action)
    fatal("line %zu: a job needs an action", line);
}

static void read_jobs(struct job_list *list, const char *path) {
  FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
  if (!file)
    fatal("%s: %s", path, strerror(errno));
  char *text = NULL;
  size_t room = 0, line = 0;
  while (getline(&text, &room, file) >= 0) {
    line++;
    text[strcspn(text, "#\n")] = '\0';
    const char *first = text;
    while (isspace((unsigned char)*first))
      first++;
    if (!*first)
      continue;
    char *colon = strchr(text, ':');
    if (!colon)
      fatal("line %zu: expected ':' before the action", line);
    *colon = '\0';
    parse_head(list, text, line);
    parse_action(&list->jobs[list->count - 1], colon + 1, line);
  }
  free(text);
  if (file != stdin)
    fclose(file);
}

static void free_jobs(struct job_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    struct job *job = &list->jobs[i];
    for (size_t a = 0; a < job->argument_count; a++)
      free(job->arguments[a]);
    free(job->arguments);
    free(job->name);
    free(job->action);
    free(job->before);
    free(job->behind);
    free(job->result);
  }
  free(list->jobs);
}

// --- actions: each gives a text, or NULL if it fails ---------------------------------------------

static char *act_sum(const struct job *job) {
  long long sum = 0;
  for (size_t i = 0; i < job->argument_count; i++)
    sum += strtoll(job->arguments[i], NULL, 0);
  return format_text("%lld", sum);
}

static char *act_product(const struct job *job) {
  double product = 1;
  for (size_t i = 0; i < job->argument_count; i++)
    product *= strtod(job->arguments[i], NULL);
  return format_text("%g", product);
}

static int compare_words(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *joined(char **words, size_t count) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  if (!stream)
    return NULL;
  for (size_t i = 0; i < count; i++)
    fprintf(stream, "%s%s", i ? " " : "", words[i]);
  fclose(stream);
  return text;
}

static char *act_sort(const struct job *job) {
  char **words = grow(NULL, job->argument_count, sizeof *words);
  for (size_t i = 0; i < job->argument_count; i++)
    words[i] = job->arguments[i];
  qsort(words, job->argument_count, sizeof *words, compare_words);
  char *text = joined(words, job->argument_count);
  free(words);
  return text;
}

static char *act_reverse(const struct job *job) {
  char *text = joined(job->arguments, job->argument_count);
  size_t length = strlen(text);
  for (size_t i = 0; i < length / 2; i++) {
    char c = text[i];
    text[i] = text[length - 1 - i];
    text[length - 1 - i] = c;
  }
  return text;
}

static char *act_crc(const struct job *job) {
  char *text = joined(job->arguments, job->argument_count);
  uint32_t crc = ~0u;
  for (const char *s = text; *s; s++) {
    crc ^= (unsigned char)*s;
    for (int bit = 0; bit < 8; bit++)
      crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  free(text);
  return format_text("%08x", ~crc);
}

static char *act_write(const struct job *job) {
  if (job->argument_count < 1)
    return NULL;
  FILE *file = fopen(job->arguments[0], "w");
  if (!file)
    return NULL;
  char *text = joined(job->arguments + 1, job->argument_count - 1);
  int written = fprintf(file, "%s\n", text);
  free(text);
  if (fclose(file) != 0 || written < 0)
    return NULL;
  return format_text("%d bytes", written);
}

static char *act_count(const struct job *job) {
  if (job->argument_count != 1)
    return NULL;
  FILE *file = fopen(job->arguments[0], "r");
  if (!file)
    return NULL;
  long lines = 0, bytes = 0;
  int c;
  while ((c = getc(file)) != EOF) {
    bytes++;
    lines += c == '\n';
  }
  fclose(file);
  return format_text("%ld lines, %ld bytes", lines, bytes);
}

static char *act_fail(const struct job *job) {
  (void)job;
  return NULL;
}

static const struct action {
  const char *name;
  char *(*run)(const struct job *);
} actions[] = {{"count", act_count},     {"crc", act_crc},         {"fail", act_fail},
               {"product", act_product}, {"reverse", act_reverse}, {"sort", act_sort},
               {"sum", act_sum},         {"write", act_write}};

static int compare_action(const void *name, const void *action) {
  return strcmp(name, ((const struct action *)action)->name);
}

static char *run_action(const struct job *job) {
  const struct action *action = bsearch(job->action, actions, sizeof actions / sizeof *actions,
                                        sizeof *actions, compare_action);
  return action ? action->run(job) : NULL;
}

// --- the queue -----------------------------------------------------------------------------------

struct queue {
  struct job_list *list;
  size_t open; // Jobs that are neither worked, failed nor skipped.
  bool keep_going;
  bool stopped;
  pthread_mutex_t lock;
  pthread_cond_t changed;
};

// The ready job with the highest priority, the earliest of equals. The lock is held.
static struct job *pick(const struct queue *queue) {
  struct job *best = NULL;
  for (size_t i = 0; i < queue->list->count; i++) {
    struct job *job = &queue->list->jobs[i];
    if (job->state == READY && (!best || job->priority > best->priority))
      best = job;
  }
  return best;
}

static void skip_behind(struct queue *queue, const struct job *job) {
  for (size_t i = 0; i < job->behind_count; i++) {
    struct job *other = &queue->list->jobs[job->behind[i]];
    if (other->state != WAITING)
      continue;
    other->state = SKIPPED;
    queue->open--;
    skip_behind(queue, other);
  }
}

static void finish(struct queue *queue, struct job *job, char *result) {
  if (!result && job->tried < job->tries) {
    job->state = READY;
    return;
  }
  queue->open--;
  if (!result) {
    job->state = FAILED;
    skip_behind(queue, job);
    queue->stopped |= !queue->keep_going;
    return;
  }
  job->state = WORKED;
  job->result = result;
  for (size_t i = 0; i < job->behind_count; i++) {
    struct job *other = &queue->list->jobs[job->behind[i]];
    if (--other->missing == 0 && other->state == WAITING)
      other->state = READY;
  }
}

static void *worker(void *argument) {
  struct queue *queue = argument;
  pthread_mutex_lock(&queue->lock);
  while (queue->open > 0 && !queue->stopped) {
    struct job *job = pick(queue);
    if (!job) {
      pthread_cond_wait(&queue->changed, &queue->lock);
      continue;
    }
    job->state = RUNNING;
    job->tried++;
    pthread_mutex_unlock(&queue->lock);
    char *result = run_action(job);
    pthread_mutex_lock(&queue->lock);
    finish(queue, job, result);
    pthread_cond_broadcast(&queue->changed);
  }
  pthread_mutex_unlock(&queue->lock);
  return NULL;
}

static void run_all(struct queue *queue, int threads) {
  pthread_mutex_init(&queue->lock, NULL);
  pthread_cond_init(&queue->changed, NULL);
  queue->open = queue->list->count;
  for (size_t i = 0; i < queue->list->count; i++)
    if (queue->list->jobs[i].missing == 0)
      queue->list->jobs[i].state = READY;
  pthread_t *workers = grow(NULL, threads, sizeof *workers);
  for (int i = 0; i < threads; i++) {
    int error = pthread_create(&workers[i], NULL, worker, queue);
    if (error)
      fatal("cannot start a thread: %s", strerror(error));
  }
  for (int i = 0; i < threads; i++)
    pthread_join(workers[i], NULL);
  free(workers);
  pthread_cond_destroy(&queue->changed);
  pthread_mutex_destroy(&queue->lock);
}

static bool report(const struct job_list *list, bool verbose) {
  bool all = true;
  size_t counts[sizeof state_names / sizeof *state_names] = {0};
  for (size_t i = 0; i < list->count; i++) {
    const struct job *job = &list->jobs[i];
    counts[job->state]++;
    all &= job->state == WORKED;
    printf("%-10s %-8s", job->name, state_names[job->state]);
    if (verbose)
      printf(" %d/%d line %zu", job->tried, job->tries, job->line);
    if (job->result)
      printf(" %s", job->result);
    putchar('\n');
  }
  printf("%zu worked, %zu failed, %zu skipped\n", counts[WORKED], counts[FAILED], counts[SKIPPED]);
  return all;
}

int main(int argc, char **argv) {
  struct job_list list = {0};
  struct queue queue = {.list = &list};
  int threads = 2;
  bool verbose = false;
  int option;
  while ((option = getopt(argc, argv, "j:kv")) != -1) {
    switch (option) {
    case 'j':
      threads = atoi(optarg);
      break;
    case 'k':
      queue.keep_going = true;
      break;
    case 'v':
      verbose = true;
      break;
    default:
      fprintf(stderr, "usage: jobqueue [-j THREADS] [-k] [-v] FILE\n");
      return 2;
    }
  }
  if (optind + 1 != argc || threads < 1 || threads > 64)
    fatal("usage: jobqueue [-j THREADS] [-k] [-v] FILE");
  read_jobs(&list, argv[optind]);
  run_all(&queue, threads);
  bool all = report(&list, verbose);
  free_jobs(&list);
  return all ? 0 : 1;
}
