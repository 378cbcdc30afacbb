// ringlog: several sources log through one ring buffer into files that rotate.
//
//   ringlog [-s SLOTS] [-l LEVEL] [-r BYTES] [-k KEEP] [-d] -o FILE SOURCE...
//
// Each source is a file with lines "LEVEL text" (debug, info, warning or error). A thread a source
// reads it and puts its lines into a ring buffer of SLOTS messages; one thread takes them out and
// writes them to FILE. When FILE has more than BYTES bytes it becomes FILE.1, FILE.1 becomes FILE.2
// and so on, KEEP of them. With -d a message that finds the ring full is dropped, if it is below
// "warning"; without it the source waits. At the end it prints how many messages of each source and
// level were written, and checks that the messages of each source are in order in the files.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum level { DEBUG, INFO, WARNING, ERROR, LEVELS };

static const char *const level_names[LEVELS] = {"debug", "info", "warning", "error"};

enum { TEXT_SIZE = 80 };

struct message {
  size_t source;
  unsigned long number; // Of the source, from 1 on.
  enum level level;
  char text[TEXT_SIZE];
};

// --- the ring ------------------------------------------------------------------------------------

struct ring {
  struct message *slots;
  size_t size;
  size_t head; // Where the next one is taken from.
  size_t tail; // Where the next one is put.
  pthread_mutex_t lock;
  sem_t used;
  sem_t unused;
};

static bool ring_init(struct ring *ring, size_t size) {
  memset(ring, 0, sizeof *ring);
  ring->slots = calloc(size, sizeof *ring->slots);
  ring->size = size;
  return ring->slots && pthread_mutex_init(&ring->lock, NULL) == 0 &&
         sem_init(&ring->used, 0, 0) == 0 && sem_init(&ring->unused, 0, (unsigned)size) == 0;
}

static void ring_destroy(struct ring *ring) {
  sem_destroy(&ring->unused);
  sem_destroy(&ring->used);
  pthread_mutex_destroy(&ring->lock);
  free(ring->slots);
}

static void wait_for(sem_t *semaphore) {
  while (sem_wait(semaphore) != 0)
    if (errno != EINTR)
      abort();
}

// False if the ring is full and the message may be lost.
static bool ring_put(struct ring *ring, const struct message *message, bool may_drop) {
  if (!may_drop)
    wait_for(&ring->unused);
  else if (sem_trywait(&ring->unused) != 0)
    return false;
  pthread_mutex_lock(&ring->lock);
  ring->slots[ring->tail] = *message;
  ring->tail = (ring->tail + 1) % ring->size;
  pthread_mutex_unlock(&ring->lock);
  sem_post(&ring->used);
  return true;
}

static void ring_take(struct ring *ring, struct message *message) {
  wait_for(&ring->used);
  pthread_mutex_lock(&ring->lock);
  *message = ring->slots[ring->head];
  ring->head = (ring->head + 1) % ring->size;
  pthread_mutex_unlock(&ring->lock);
  sem_post(&ring->unused);
}

// --- files that rotate ---------------------------------------------------------------------------

struct output {
  const char *path;
  FILE *file;
  long limit; // Bytes of one file; 0 for no limit.
  int keep;
  int rotations;
};

static bool output_open(struct output *output) {
  output->file = fopen(output->path, "w");
  if (!output->file)
    fprintf(stderr, "ringlog: %s: %s\n", output->path, strerror(errno));
  return output->file != NULL;
}

static void numbered(char *into, size_t size, const char *path, int number) {
  if (number)
    snprintf(into, size, "%s.%d", path, number);
  else
    snprintf(into, size, "%s", path);
}

static bool rotate(struct output *output) {
  char from[256], to[256];
  fclose(output->file);
  numbered(to, sizeof to, output->path, output->keep);
  if (unlink(to) != 0 && errno != ENOENT)
    return false;
  for (int i = output->keep - 1; i >= 0; i--) {
    numbered(from, sizeof from, output->path, i);
    numbered(to, sizeof to, output->path, i + 1);
    if (rename(from, to) != 0 && errno != ENOENT)
      return false;
  }
  output->rotations++;
  return output_open(output);
}

static bool output_write(struct output *output, const char *source, const struct message *message) {
  if (output->limit && ftell(output->file) > output->limit && !rotate(output))
    return false;
  return fprintf(output->file, "%-7s %s#%lu %s\n", level_names[message->level], source,
                 message->number, message->text) > 0;
}

// --- threads -------------------------------------------------------------------------------------

struct source {
  const char *path;
  struct logger *logger;
  pthread_t thread;
  bool failed;
  unsigned long read;
  unsigned long filtered;
  unsigned long dropped;
  unsigned long bad_lines;
};

struct logger {
  struct ring ring;
  struct output output;
  struct source *sources;
  size_t source_count;
  enum level least;
  bool may_drop;
  unsigned long (*written)[LEVELS]; // By source; the writer's own.
  bool broken;
};

static const size_t no_source = (size_t)-1;

static int level_of(const char *word, size_t length) {
  for (int i = 0; i < LEVELS; i++)
    if (strlen(level_names[i]) == length && strncasecmp(level_names[i], word, length) == 0)
      return i;
  return -1;
}

static bool parse_line(char *line, struct message *message) {
  line[strcspn(line, "\r\n")] = '\0';
  size_t word = strcspn(line, " \t");
  int level = level_of(line, word);
  if (level < 0)
    return false;
  message->level = (enum level)level;
  const char *text = line + word + strspn(line + word, " \t");
  strncpy(message->text, text, TEXT_SIZE - 1);
  message->text[TEXT_SIZE - 1] = '\0';
  return true;
}

static void *read_source(void *argument) {
  struct source *source = argument;
  struct logger *logger = source->logger;
  FILE *file = fopen(source->path, "r");
  if (!file) {
    source->failed = true;
    fprintf(stderr, "ringlog: %s: %s\n", source->path, strerror(errno));
    return NULL;
  }
  char line[256];
  while (fgets(line, sizeof line, file)) {
    struct message message = {.source = (size_t)(source - logger->sources)};
    if (!parse_line(line, &message)) {
      source->bad_lines++;
      continue;
    }
    message.number = ++source->read;
    if (message.level < logger->least)
      source->filtered++;
    else if (!ring_put(&logger->ring, &message, logger->may_drop && message.level < WARNING))
      source->dropped++;
  }
  fclose(file);
  return NULL;
}

// Runs until a message without a source comes.
static void *write_messages(void *argument) {
  struct logger *logger = argument;
  struct message message;
  for (;;) {
    ring_take(&logger->ring, &message);
    if (message.source == no_source)
      return NULL;
    if (logger->broken)
      continue; // Nobody must wait for us.
    if (output_write(&logger->output, logger->sources[message.source].path, &message))
      logger->written[message.source][message.level]++;
    else
      logger->broken = true;
  }
}

static bool run(struct logger *logger) {
  pthread_t writer;
  if (pthread_create(&writer, NULL, write_messages, logger) != 0)
    return false;
  for (size_t i = 0; i < logger->source_count; i++)
    if (pthread_create(&logger->sources[i].thread, NULL, read_source, &logger->sources[i]) != 0)
      return false;
  for (size_t i = 0; i < logger->source_count; i++)
    pthread_join(logger->sources[i].thread, NULL);
  struct message last = {.source = no_source};
  ring_put(&logger->ring, &last, false);
  pthread_join(writer, NULL);
  return !logger->broken;
}

// --- what came of it -----------------------------------------------------------------------------

// Reads the files from the oldest on and sees that the numbers of each source go up.
static bool check_order(const struct logger *logger, unsigned long *lines) {
  unsigned long *last = calloc(logger->source_count, sizeof *last);
  if (!last)
    abort();
  bool ordered = true;
  for (int i = logger->output.keep; i >= 0; i--) {
    char path[256], line[512];
    numbered(path, sizeof path, logger->output.path, i);
    FILE *file = fopen(path, "r");
    if (!file)
      continue;
    while (fgets(line, sizeof line, file)) {
      char name[128];
      unsigned long number;
      ++*lines;
      if (sscanf(line, "%*s %127[^#]#%lu", name, &number) != 2) {
        ordered = false;
        continue;
      }
      for (size_t s = 0; s < logger->source_count; s++) {
        if (strcmp(logger->sources[s].path, name) != 0)
          continue;
        ordered &= number > last[s];
        last[s] = number;
      }
    }
    fclose(file);
  }
  free(last);
  return ordered;
}

static void print_report(const struct logger *logger) {
  printf("%-12s", "source");
  for (int level = 0; level < LEVELS; level++)
    printf(" %8s", level_names[level]);
  printf(" %8s %8s %8s\n", "filtered", "dropped", "bad");
  unsigned long totals[LEVELS] = {0};
  for (size_t i = 0; i < logger->source_count; i++) {
    const struct source *source = &logger->sources[i];
    if (source->failed)
      continue;
    printf("%-12s", source->path);
    for (int level = 0; level < LEVELS; level++) {
      printf(" %8lu", logger->written[i][level]);
      totals[level] += logger->written[i][level];
    }
    printf(" %8lu %8lu %8lu\n", source->filtered, source->dropped, source->bad_lines);
  }
  printf("%-12s", "all");
  for (int level = 0; level < LEVELS; level++)
    printf(" %8lu", totals[level]);
  putchar('\n');
}

static void usage(void) {
  fputs("usage: ringlog [-s SLOTS] [-l LEVEL] [-r BYTES] [-k KEEP] [-d] -o FILE SOURCE...\n",
        stderr);
  exit(2);
}

static long positive(const char *text) {
  char *end;
  long value = strtol(text, &end, 10);
  if (end == text || *end || value < 1 || value > 1000000)
    usage();
  return value;
}

int main(int argc, char **argv) {
  static struct logger logger;
  size_t slots = 4;
  int option;
  logger.output.keep = 3;
  while ((option = getopt(argc, argv, "s:l:r:k:do:")) != -1) {
    switch (option) {
    case 's':
      slots = (size_t)positive(optarg);
      break;
    case 'l': {
      int level = level_of(optarg, strlen(optarg));
      if (level < 0)
        usage();
      logger.least = (enum level)level;
      break;
    }
    case 'r':
      logger.output.limit = positive(optarg);
      break;
    case 'k':
      logger.output.keep = (int)positive(optarg);
      break;
    case 'd':
      logger.may_drop = true;
      break;
    case 'o':
      logger.output.path = optarg;
      break;
    default:
      usage();
    }
  }
  if (!logger.output.path || optind == argc)
    usage();
  logger.source_count = (size_t)(argc - optind);
  logger.sources = calloc(logger.source_count, sizeof *logger.sources);
  logger.written = calloc(logger.source_count, sizeof *logger.written);
  if (!logger.sources || !logger.written || !ring_init(&logger.ring, slots)) {
    perror("ringlog");
    return 2;
  }
  for (size_t i = 0; i < logger.source_count; i++) {
    logger.sources[i].path = argv[optind + (int)i];
    logger.sources[i].logger = &logger;
  }
  if (!output_open(&logger.output))
    return 2;
  bool fine = run(&logger);
  fclose(logger.output.file);
  unsigned long lines = 0;
  bool ordered = check_order(&logger, &lines);
  print_report(&logger);
  printf("%s, %s\n", fine ? "written" : "not written", ordered ? "in order" : "out of order");
  if (!logger.output.limit)
    printf("%lu lines\n", lines);
  bool failed = !fine || !ordered;
  for (size_t i = 0; i < logger.source_count; i++)
    failed |= logger.sources[i].failed;
  ring_destroy(&logger.ring);
  free(logger.sources);
  free(logger.written);
  return failed ? 1 : 0;
}
