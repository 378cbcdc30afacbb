// pgrep: searches files for lines that match a pattern, several files at a time.
//
//   pgrep [-cilnvwhH] [-j THREADS] [-m COUNT] PATTERN [FILE...]
//
// Patterns know . [a-z] [^...] * + ? ^ $ \ and | between alternatives. Files are searched in
// parallel; what is found is printed in the order of the command line. Without files, standard
// input is searched. Exits with 0 if a line matched, 1 if none did, 2 if something went wrong.
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- patterns ------------------------------------------------------------------------------------

enum { MAX_ATOMS = 128, MAX_ALTERNATIVES = 8 };

struct atom {
  enum { ATOM_SET, ATOM_START, ATOM_END } kind;
  unsigned char set[32]; // A bit for each character.
  int min;
  int max; // -1: as often as it goes
};

struct alternative {
  struct atom atoms[MAX_ATOMS];
  size_t count;
};

struct pattern {
  struct alternative alternatives[MAX_ALTERNATIVES];
  size_t count;
  bool ignore_case;
  bool whole_words;
};

static void set_add(unsigned char *set, unsigned char c) {
  set[c / 8] |= 1u << (c % 8);
}

static bool set_has(const unsigned char *set, unsigned char c) {
  return set[c / 8] & (1u << (c % 8));
}

static void set_invert(unsigned char *set) {
  for (int i = 0; i < 32; i++)
    set[i] = ~set[i];
}

// Adds the other case of every letter in the set.
static void set_fold(unsigned char *set) {
  for (int c = 0; c < 256; c++) {
    if (!set_has(set, c) || !isalpha(c))
      continue;
    set_add(set, tolower(c));
    set_add(set, toupper(c));
  }
}

// Parses [...]; s points behind the bracket. Returns the character behind the closing one, or NULL.
static const char *parse_class(const char *s, struct atom *atom) {
  bool inverted = false;
  if (*s == '^') {
    inverted = true;
    s++;
  }
  const char *first = s;
  while (*s && (*s != ']' || s == first)) {
    unsigned char from = *s++;
    unsigned char to = from;
    if (*s == '-' && s[1] && s[1] != ']') {
      to = s[1];
      s += 2;
    }
    for (int c = from; c <= to; c++)
      set_add(atom->set, c);
  }
  if (*s != ']')
    return NULL;
  if (inverted)
    set_invert(atom->set);
  return s + 1;
}

// One atom with its repetition. Returns what is left of the pattern, or NULL with a message.
static const char *parse_atom(const char *s, struct atom *atom, const char **message) {
  memset(atom, 0, sizeof *atom);
  atom->min = atom->max = 1;
  switch (*s) {
  case '^':
    atom->kind = ATOM_START;
    return s + 1;
  case '$':
    atom->kind = ATOM_END;
    return s + 1;
  case '[':
    s = parse_class(s + 1, atom);
    if (!s) {
      *message = "unmatched [";
      return NULL;
    }
    break;
  case '.':
    memset(atom->set, 0xff, sizeof atom->set);
    s++;
    break;
  case '\\':
    if (!s[1]) {
      *message = "trailing backslash";
      return NULL;
    }
    s++;
    /* fall through */
  default:
    set_add(atom->set, *s++);
  }
  if (*s == '*') {
    atom->min = 0;
    atom->max = -1;
    s++;
  } else if (*s == '+') {
    atom->max = -1;
    s++;
  } else if (*s == '?') {
    atom->min = 0;
    s++;
  }
  return s;
}

static bool compile(struct pattern *pattern, const char *text, const char **message) {
  pattern->count = 1;
  for (const char *s = text; *s;) {
    struct alternative *current = &pattern->alternatives[pattern->count - 1];
    if (*s == '|') {
      if (pattern->count == MAX_ALTERNATIVES) {
        *message = "too many alternatives";
        return false;
      }
      pattern->count++;
      s++;
      continue;
    }
    if (current->count == MAX_ATOMS) {
      *message = "pattern too long";
      return false;
    }
    struct atom *atom = &current->atoms[current->count++];
    s = parse_atom(s, atom, message);
    if (!s)
      return false;
    if (pattern->ignore_case)
      set_fold(atom->set);
  }
  return true;
}

static bool is_word(int c) {
  return isalnum(c) || c == '_';
}

// Matches atoms[i...] at `at`; on success *end is where the match ends. Longest first.
static bool match_here(const struct alternative *alternative, size_t i, const char *line,
                       const char *at, const char **end) {
  if (i == alternative->count) {
    *end = at;
    return true;
  }
  const struct atom *atom = &alternative->atoms[i];
  if (atom->kind == ATOM_START)
    return at == line && match_here(alternative, i + 1, line, at, end);
  if (atom->kind == ATOM_END)
    return !*at && match_here(alternative, i + 1, line, at, end);
  int count = 0;
  while (at[count] && (atom->max < 0 || count < atom->max) &&
         set_has(atom->set, (unsigned char)at[count]))
    count++;
  for (; count >= atom->min; count--)
    if (match_here(alternative, i + 1, line, at + count, end))
      return true;
  return false;
}

static bool stands_alone(const char *line, const char *from, const char *to) {
  return (from == line || !is_word((unsigned char)from[-1])) && !is_word((unsigned char)*to);
}

static bool matches(const struct pattern *pattern, const char *line) {
  for (size_t a = 0; a < pattern->count; a++) {
    const char *at = line;
    do {
      const char *end;
      if (match_here(&pattern->alternatives[a], 0, line, at, &end) &&
          (!pattern->whole_words || stands_alone(line, at, end)))
        return true;
    } while (*at++);
  }
  return false;
}

// --- output that waits for its turn
// ---------------------------------------------------------------

struct buffer {
  char *data;
  size_t size;
  size_t room;
};

static void *check_alloc(void *p) {
  if (!p) {
    perror("pgrep");
    exit(2);
  }
  return p;
}

static void append(struct buffer *buffer, const char *data, size_t size) {
  if (buffer->size + size > buffer->room) {
    size_t room = buffer->room ? buffer->room : 64;
    while (room < buffer->size + size)
      room *= 2;
    buffer->data = check_alloc(realloc(buffer->data, room));
    buffer->room = room;
  }
  memcpy(buffer->data + buffer->size, data, size);
  buffer->size += size;
}

static void append_format(struct buffer *buffer, const char *format, ...) {
  char small[128];
  va_list args;
  va_start(args, format);
  int length = vsnprintf(small, sizeof small, format, args);
  va_end(args);
  if (length < (int)sizeof small) {
    append(buffer, small, length);
    return;
  }
  char *large = check_alloc(malloc(length + 1));
  va_start(args, format);
  vsnprintf(large, length + 1, format, args);
  va_end(args);
  append(buffer, large, length);
  free(large);
}

// --- searching -----------------------------------------------------------------------------------

struct options {
  bool count;
  bool names_only;
  bool line_numbers;
  bool invert;
  bool show_names;
  long max_count; // 0: no limit
  int threads;
};

struct task {
  const char *name; // NULL for standard input
  struct buffer out;
  struct buffer complaint;
  long matched;
  bool failed;
  bool done;
};

struct search {
  struct options options;
  struct pattern pattern;
  struct task *tasks;
  size_t task_count;
  size_t next; // The first task that nobody has taken.
  pthread_mutex_t lock;
  pthread_cond_t finished;
};

static const char *shown_name(const struct task *task) {
  return task->name ? task->name : "(standard input)";
}

static void report_line(const struct search *search, struct task *task, long number,
                        const char *line, size_t length) {
  const struct options *options = &search->options;
  if (options->count || options->names_only)
    return;
  if (options->show_names)
    append_format(&task->out, "%s:", shown_name(task));
  if (options->line_numbers)
    append_format(&task->out, "%ld:", number);
  append(&task->out, line, length);
  append(&task->out, "\n", 1);
}

static void search_stream(const struct search *search, struct task *task, FILE *file) {
  const struct options *options = &search->options;
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  for (long number = 1; (length = getline(&line, &room, file)) != -1; number++) {
    if (length > 0 && line[length - 1] == '\n')
      line[--length] = '\0';
    if (matches(&search->pattern, line) == options->invert)
      continue;
    task->matched++;
    report_line(search, task, number, line, length);
    if (options->names_only || (options->max_count && task->matched >= options->max_count))
      break;
  }
  if (ferror(file)) {
    append_format(&task->complaint, "pgrep: %s: %s\n", shown_name(task), strerror(errno));
    task->failed = true;
  }
  free(line);
}

static void run_task(const struct search *search, struct task *task) {
  FILE *file = task->name ? fopen(task->name, "r") : stdin;
  if (!file) {
    append_format(&task->complaint, "pgrep: %s: %s\n", shown_name(task), strerror(errno));
    task->failed = true;
    return;
  }
  search_stream(search, task, file);
  if (file != stdin)
    fclose(file);
  if (search->options.names_only) {
    if (task->matched)
      append_format(&task->out, "%s\n", shown_name(task));
  } else if (search->options.count) {
    if (search->options.show_names)
      append_format(&task->out, "%s:", shown_name(task));
    append_format(&task->out, "%ld\n", task->matched);
  }
}

static void *worker(void *argument) {
  struct search *search = argument;
  pthread_mutex_lock(&search->lock);
  while (search->next < search->task_count) {
    struct task *task = &search->tasks[search->next++];
    pthread_mutex_unlock(&search->lock);
    run_task(search, task);
    pthread_mutex_lock(&search->lock);
    task->done = true;
    pthread_cond_signal(&search->finished);
  }
  pthread_mutex_unlock(&search->lock);
  return NULL;
}

// Prints each task when it and all before it are done.
static void print_in_order(struct search *search) {
  for (size_t i = 0; i < search->task_count; i++) {
    struct task *task = &search->tasks[i];
    pthread_mutex_lock(&search->lock);
    while (!task->done)
      pthread_cond_wait(&search->finished, &search->lock);
    pthread_mutex_unlock(&search->lock);
    fwrite(task->out.data, 1, task->out.size, stdout);
    fwrite(task->complaint.data, 1, task->complaint.size, stderr);
    free(task->out.data);
    free(task->complaint.data);
  }
}

static int run(struct search *search) {
  int wanted = search->options.threads;
  if ((size_t)wanted > search->task_count)
    wanted = (int)search->task_count;
  pthread_t *threads = check_alloc(calloc(wanted, sizeof *threads));
  pthread_mutex_init(&search->lock, NULL);
  pthread_cond_init(&search->finished, NULL);
  for (int i = 0; i < wanted; i++) {
    int error = pthread_create(&threads[i], NULL, worker, search);
    if (error) {
      fprintf(stderr, "pgrep: cannot start a thread: %s\n", strerror(error));
      exit(2);
    }
  }
  print_in_order(search);
  for (int i = 0; i < wanted; i++)
    pthread_join(threads[i], NULL);
  pthread_cond_destroy(&search->finished);
  pthread_mutex_destroy(&search->lock);
  free(threads);
  bool any = false, failed = false;
  for (size_t i = 0; i < search->task_count; i++) {
    any |= search->tasks[i].matched > 0;
    failed |= search->tasks[i].failed;
  }
  return failed ? 2 : any ? 0 : 1;
}

// --- command line --------------------------------------------------------------------------------

static void usage(FILE *to) {
  fputs("usage: pgrep [-cilnvwhH] [-j THREADS] [-m COUNT] PATTERN [FILE...]\n", to);
}

static long number_or_die(const char *text, const char *what, long least) {
  char *end;
  errno = 0;
  long value = strtol(text, &end, 10);
  if (errno || end == text || *end || value < least) {
    fprintf(stderr, "pgrep: %s: invalid %s\n", text, what);
    exit(2);
  }
  return value;
}

int main(int argc, char **argv) {
  static struct search search;
  struct options *options = &search.options;
  options->threads = 2;
  int names = -1;
  int option;
  static const struct option longs[] = {{"count", no_argument, NULL, 'c'},
                                        {"ignore-case", no_argument, NULL, 'i'},
                                        {"files-with-matches", no_argument, NULL, 'l'},
                                        {"line-number", no_argument, NULL, 'n'},
                                        {"invert-match", no_argument, NULL, 'v'},
                                        {"word-regexp", no_argument, NULL, 'w'},
                                        {"max-count", required_argument, NULL, 'm'},
                                        {"threads", required_argument, NULL, 'j'},
                                        {"help", no_argument, NULL, '?' + 256},
                                        {NULL, 0, NULL, 0}};
  while ((option = getopt_long(argc, argv, "cilnvwhHj:m:", longs, NULL)) != -1) {
    switch (option) {
    case 'c':
      options->count = true;
      break;
    case 'i':
      search.pattern.ignore_case = true;
      break;
    case 'l':
      options->names_only = true;
      break;
    case 'n':
      options->line_numbers = true;
      break;
    case 'v':
      options->invert = true;
      break;
    case 'w':
      search.pattern.whole_words = true;
      break;
    case 'h':
      names = 0;
      break;
    case 'H':
      names = 1;
      break;
    case 'j':
      options->threads = (int)number_or_die(optarg, "number of threads", 1);
      break;
    case 'm':
      options->max_count = number_or_die(optarg, "count", 1);
      break;
    case '?' + 256:
      usage(stdout);
      return 0;
    default:
      usage(stderr);
      return 2;
    }
  }
  if (optind == argc) {
    usage(stderr);
    return 2;
  }
  const char *message = NULL;
  if (!compile(&search.pattern, argv[optind++], &message)) {
    fprintf(stderr, "pgrep: %s\n", message);
    return 2;
  }
  int files = argc - optind;
  options->show_names = names < 0 ? files > 1 : names;
  search.task_count = files ? files : 1;
  search.tasks = check_alloc(calloc(search.task_count, sizeof *search.tasks));
  for (int i = 0; i < files; i++)
    search.tasks[i].name = strcmp(argv[optind + i], "-") ? argv[optind + i] : NULL;
  int result = run(&search);
  free(search.tasks);
  return result;
}
