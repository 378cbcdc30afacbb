/* What a program under test says to heddle: inputs, assumptions, checks (C99 and C++11 on).
 *
 * Under heddle these are operations of the tool. Compiled by any other compiler the header stands
 * alone and makes the same source a regression test: inputs come from the file that the environment
 * variable HEDDLE_TEST names, and are zero where it names none. */
#ifndef HEDDLE_HEDDLE_H
#define HEDDLE_HEDDLE_H

#include <stddef.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif

#ifdef __HEDDLE__

#ifdef __cplusplus
extern "C" {
#endif

/* Makes `size` bytes at `pointer` an input of the program called `name`. */
void heddle_symbolic(void *pointer, size_t size, const char *name);

/* An input of that type. */
bool heddle_bool(const char *name);
char heddle_char(const char *name);
signed char heddle_schar(const char *name);
unsigned char heddle_uchar(const char *name);
short heddle_short(const char *name);
unsigned short heddle_ushort(const char *name);
int heddle_int(const char *name);
unsigned heddle_uint(const char *name);
long heddle_long(const char *name);
unsigned long heddle_ulong(const char *name);
long long heddle_llong(const char *name);
unsigned long long heddle_ullong(const char *name);
size_t heddle_size(const char *name);
float heddle_float(const char *name);
double heddle_double(const char *name);

/* An input between `low` and `high`, both included. */
int heddle_range(int low, int high, const char *name);

/* One of 0 ... count-1, like the choice of the next thread: every one is tried. */
unsigned heddle_choose(unsigned count);

/* Only executions in which the condition holds here count. */
void heddle_assume(int condition);

/* The condition must hold here. */
void heddle_assert(int condition);

/* `pointer` is the address of a pointer whose target is decided at its first use: null, a new
 * object of the named type (or of one derived from it), or one that exists. */
void heddle_lazy(void *pointer, const char *type);

/* What stands between the two happens at once, as other threads see it. */
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

/* A remark that appears in the interleaving of a report. */
void heddle_note(const char *text);

#ifdef __cplusplus
}
#endif

/* Any scalar is a condition, as in `if`. */
#define heddle_assume(...) heddle_assume((__VA_ARGS__) ? 1 : 0)
#define heddle_assert(...) heddle_assert((__VA_ARGS__) ? 1 : 0)

#else /* native */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One line of the test file; weak, so that all files of a program share the list and the locks. */
struct heddle_native_input {
  char *name;
  char *value;
  struct heddle_native_input *next;
};
__attribute__((weak)) struct heddle_native_input *heddle_native_inputs;
__attribute__((weak)) int heddle_native_loaded;
__attribute__((weak)) int heddle_native_input_lock;
__attribute__((weak)) int heddle_native_atomic_lock;

static inline void heddle_native_acquire(int *lock) {
  while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
    while (__atomic_load_n(lock, __ATOMIC_RELAXED))
      continue;
}

static inline void heddle_native_release(int *lock) {
  __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

static inline char *heddle_native_copy(const char *text) {
  char *copy = (char *)malloc(strlen(text) + 1);
  if (!copy)
    abort();
  return strcpy(copy, text);
}

/* Reads the lines `input NAME VALUE` of the test file; all others are not for this header. */
static inline void heddle_native_load(void) {
  struct heddle_native_input **end = &heddle_native_inputs;
  const char *path = getenv("HEDDLE_TEST");
  static char line[65536], name[65536], value[65536];
  FILE *file;
  heddle_native_loaded = 1;
  if (!path || !*path)
    return;
  file = fopen(path, "r");
  if (!file) {
    fprintf(stderr, "heddle: cannot read the test file %s\n", path);
    exit(2);
  }
  while (fgets(line, sizeof line, file)) {
    struct heddle_native_input *input;
    if (sscanf(line, " input %65535s %65535s", name, value) != 2)
      continue;
    input = (struct heddle_native_input *)malloc(sizeof *input);
    if (!input)
      abort();
    input->name = heddle_native_copy(name);
    input->value = heddle_native_copy(value);
    input->next = NULL;
    *end = input;
    end = &input->next;
  }
  fclose(file);
}

/* The value of the first line of that name that is not used up yet; null if there is none. */
static inline char *heddle_native_next(const char *name) {
  struct heddle_native_input *input;
  char *value = NULL;
  heddle_native_acquire(&heddle_native_input_lock);
  if (!heddle_native_loaded)
    heddle_native_load();
  for (input = heddle_native_inputs; input && !value; input = input->next)
    if (input->value && strcmp(input->name, name) == 0) {
      value = input->value;
      input->value = NULL;
    }
  heddle_native_release(&heddle_native_input_lock);
  return value;
}

/* Decimal numbers, or 0x and two digits for each byte in the order of memory. */
static inline void heddle_symbolic(void *pointer, size_t size, const char *name) {
  char *value = heddle_native_next(name);
  memset(pointer, 0, size);
  if (!value)
    return;
  if (value[0] == '0' && value[1] == 'x') {
    size_t i;
    for (i = 0; i < size && value[2 + 2 * i] && value[3 + 2 * i]; ++i) {
      char digits[3];
      memcpy(digits, value + 2 + 2 * i, 2);
      digits[2] = 0;
      ((unsigned char *)pointer)[i] = (unsigned char)strtoul(digits, NULL, 16);
    }
  } else {
    const unsigned long long number =
        value[0] == '-' ? (unsigned long long)strtoll(value, NULL, 10) : strtoull(value, NULL, 10);
    memcpy(pointer, &number, size < sizeof number ? size : sizeof number);
  }
  free(value);
}

#define HEDDLE_NATIVE_INPUT(type, suffix)                                                          \
  static inline type heddle_##suffix(const char *name) {                                           \
    type value;                                                                                    \
    heddle_symbolic(&value, sizeof value, name);                                                   \
    return value;                                                                                  \
  }
HEDDLE_NATIVE_INPUT(char, char)
HEDDLE_NATIVE_INPUT(signed char, schar)
HEDDLE_NATIVE_INPUT(unsigned char, uchar)
HEDDLE_NATIVE_INPUT(short, short)
HEDDLE_NATIVE_INPUT(unsigned short, ushort)
HEDDLE_NATIVE_INPUT(int, int)
HEDDLE_NATIVE_INPUT(unsigned, uint)
HEDDLE_NATIVE_INPUT(long, long)
HEDDLE_NATIVE_INPUT(unsigned long, ulong)
HEDDLE_NATIVE_INPUT(long long, llong)
HEDDLE_NATIVE_INPUT(unsigned long long, ullong)
HEDDLE_NATIVE_INPUT(size_t, size)
HEDDLE_NATIVE_INPUT(float, float)
HEDDLE_NATIVE_INPUT(double, double)
#undef HEDDLE_NATIVE_INPUT

static inline bool heddle_bool(const char *name) {
  return heddle_uchar(name) != 0;
}

static inline int heddle_range(int low, int high, const char *name) {
  const int value = heddle_int(name);
  return value < low || value > high ? low : value;
}

static inline unsigned heddle_choose(unsigned count) {
  return count ? heddle_uint("choose") % count : 0;
}

static inline void heddle_native_assume(int condition, const char *text, const char *file,
                                        int line) {
  if (condition)
    return;
  fprintf(stderr, "%s:%d: heddle: assumption does not hold: %s\n", file, line, text);
  exit(0);
}

static inline void heddle_native_assert(int condition, const char *text, const char *file,
                                        int line) {
  if (condition)
    return;
  fprintf(stderr, "%s:%d: heddle: assertion failed: %s\n", file, line, text);
  abort();
}

#define heddle_assume(...)                                                                         \
  heddle_native_assume((__VA_ARGS__) ? 1 : 0, #__VA_ARGS__, __FILE__, __LINE__)
#define heddle_assert(...)                                                                         \
  heddle_native_assert((__VA_ARGS__) ? 1 : 0, #__VA_ARGS__, __FILE__, __LINE__)

static inline void heddle_lazy(void *pointer, const char *type) {
  (void)type;
  memset(pointer, 0, sizeof(void *));
}

static inline void heddle_atomic_begin(void) {
  heddle_native_acquire(&heddle_native_atomic_lock);
}
static inline void heddle_atomic_end(void) {
  heddle_native_release(&heddle_native_atomic_lock);
}

static inline void heddle_note(const char *text) {
  fprintf(stderr, "heddle: %s\n", text);
}

#endif /* __HEDDLE__ */

#endif /* HEDDLE_HEDDLE_H */
