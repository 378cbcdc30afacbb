/* Assertions, inputs, and what else a program says to heddle. */
#define _GNU_SOURCE
#include "runtime.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* --- failing --- */

static void die(void) __attribute__((noreturn));
static void die(void) {
  fflush(NULL);
  signal(SIGABRT, SIG_DFL);
  raise(SIGABRT);
  heddle_quit();
}

void *__cxa_current_exception_type(void) __attribute__((weak));

void abort(void) {
  const bool throws = __cxa_current_exception_type && __cxa_current_exception_type();
  heddle_failed(throws ? "exception" : "abort", "abort is called");
  die();
}

static void assertion(const char *text, const char *file, unsigned line) {
  fprintf(stderr, "%s:%u: assertion failed: %s\n", file, line, text);
  heddle_failed("assertion", text);
  die();
}
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
  (void)function;
  assertion(text, file, line);
  die();
}
void __assert(const char *text, const char *file, int line) {
  assertion(text, file, (unsigned)line);
  die();
}

static void check(long condition) {
  if (!condition)
    assertion("condition", "program", 0);
}
void heddle_assert(int condition);
void heddle_assert(int condition) {
  check(condition);
}
void __VERIFIER_assert(int condition);
void __VERIFIER_assert(int condition) {
  check(condition);
}
void klee_assert(int condition);
void klee_assert(int condition) {
  check(condition);
}
void assert(int condition);
void assert(int condition) {
  check(condition);
}

static void error_reached(const char *name) {
  heddle_failed("reach-error", name);
  die();
}
void reach_error(void);
void reach_error(void) {
  error_reached("reach_error");
}
void __VERIFIER_error(void);
void __VERIFIER_error(void) {
  error_reached("__VERIFIER_error");
}

/* An assumption that does not hold: the thread stands, as in the VM. */
static void assume(bool condition) {
  if (!condition)
    heddle_stand();
}
void heddle_assume(int condition);
void heddle_assume(int condition) {
  assume(condition);
}
void __VERIFIER_assume(int condition);
void __VERIFIER_assume(int condition) {
  assume(condition);
}
void assume_abort_if_not(int condition);
void assume_abort_if_not(int condition) {
  assume(condition);
}
void klee_assume(unsigned long condition);
void klee_assume(unsigned long condition) {
  assume(condition != 0);
}

/* What the instrumented program asks before an operation that may not be done. */
void __heddle_check(int is_wrong, const char *kind);
void __heddle_check(int is_wrong, const char *kind) {
  if (!is_wrong)
    return;
  heddle_failed(kind, kind);
  heddle_quit();
}

/* --- ending the process: handlers have run, or none are to --- */

/* The C library runs the handlers, the last of which has the thread stand. For a thread that comes
 * later nothing is left to run. */
void exit(int code) {
  typedef void exit_function(int) __attribute__((noreturn));
  static bool begun;
  if (begun && me)
    heddle_stand();
  begun = true;
  ((exit_function *)dlsym(RTLD_NEXT, "exit"))(code);
}

void _exit(int code) {
  if (me)
    heddle_stand();
  for (;;)
    syscall(SYS_exit_group, code);
}
void _Exit(int code) {
  _exit(code);
}

/* --- inputs --- */

void __heddle_input(void *into, size_t size, const char *name);
void __heddle_input(void *into, size_t size, const char *name) {
  memset(into, 0, size);
  for (size_t i = 0; i < heddle_plan.input_count; ++i) {
    struct input *input = &heddle_plan.inputs[i];
    if (input->used || strcmp(input->name, name))
      continue;
    input->used = true;
    memcpy(into, input->bytes, input->size < size ? input->size : size);
    return;
  }
}

#define INPUT(type, name)                                                                          \
  type name(const char *text);                                                                     \
  type name(const char *text) {                                                                    \
    type value;                                                                                    \
    __heddle_input(&value, sizeof value, text);                                                    \
    return value;                                                                                  \
  }
INPUT(char, heddle_char)
INPUT(signed char, heddle_schar)
INPUT(unsigned char, heddle_uchar)
INPUT(short, heddle_short)
INPUT(unsigned short, heddle_ushort)
INPUT(int, heddle_int)
INPUT(int, klee_int)
INPUT(unsigned, heddle_uint)
INPUT(long, heddle_long)
INPUT(unsigned long, heddle_ulong)
INPUT(long long, heddle_llong)
INPUT(unsigned long long, heddle_ullong)
INPUT(size_t, heddle_size)
INPUT(float, heddle_float)
INPUT(double, heddle_double)
#undef INPUT

bool heddle_bool(const char *text);
bool heddle_bool(const char *text) {
  return heddle_uchar(text) != 0;
}

static int in_range(int low, int high, const char *text) {
  if (low > high)
    heddle_stand();
  const int value = heddle_int(text);
  return value < low || value > high ? low : value;
}
int heddle_range(int low, int high, const char *text);
int heddle_range(int low, int high, const char *text) {
  return in_range(low, high, text);
}
int klee_range(int low, int high, const char *text);
int klee_range(int low, int high, const char *text) {
  return in_range(low, high - 1, text);
}

void heddle_symbolic(void *pointer, size_t size, const char *text);
void heddle_symbolic(void *pointer, size_t size, const char *text) {
  __heddle_input(pointer, size, text);
}
void klee_make_symbolic(void *pointer, size_t size, const char *text);
void klee_make_symbolic(void *pointer, size_t size, const char *text) {
  __heddle_input(pointer, size, text);
}
void __VERIFIER_nondet_memory(void *pointer, size_t size);
void __VERIFIER_nondet_memory(void *pointer, size_t size) {
  __heddle_input(pointer, size, "memory");
}

unsigned heddle_choose(unsigned count);
unsigned heddle_choose(unsigned count) {
  (void)count;
  return me && me->choices_next < me->choices_count ? me->choices[me->choices_next++] : 0;
}
unsigned klee_choose(unsigned count);
unsigned klee_choose(unsigned count) {
  return heddle_choose(count);
}

/* Nobody else runs in between anyway. */
void heddle_atomic_begin(void);
void heddle_atomic_begin(void) {}
void heddle_atomic_end(void);
void heddle_atomic_end(void) {}
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void);
void __VERIFIER_atomic_end(void) {}
void heddle_note(const char *text);
void heddle_note(const char *text) {
  (void)text;
}
