/* What the runtime tells heddle, and how a run ends. */
#include "runtime.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void write_line(const char *text) {
  const char *path = getenv("HEDDLE_REPORT");
  const int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : 2;
  if (file < 0 || write(file, text, strlen(text)) < 0)
    heddle_quit();
  if (file != 2)
    close(file);
}

static void report_list(const char *word, const char *format, va_list list) {
  char text[4096];
  size_t length = (size_t)snprintf(text, sizeof text, "%s", word);
  vsnprintf(text + length, sizeof text - length - 1, format, list);
  for (char *at = text; *at; ++at)
    if (*at == '\n')
      *at = ' ';
  strcat(text, "\n");
  write_line(text);
}

void heddle_report(const char *format, ...) {
  va_list list;
  va_start(list, format);
  report_list("", format, list);
  va_end(list);
}

__attribute__((noinline)) void heddle_stopped_here(void) {
  __asm__ volatile("" ::: "memory");
}

void heddle_quit(void) {
  fflush(NULL);
  for (;;)
    syscall(SYS_exit_group, 0);
}

void heddle_diverged(const char *format, ...) {
  va_list list;
  va_start(list, format);
  report_list("diverged ", format, list);
  va_end(list);
  heddle_stopped_here();
  heddle_quit();
}

void heddle_failed(const char *kind, const char *text) {
  if (!me)
    return;
  if (!heddle_is_last())
    heddle_stand();
  heddle_report("failed %s %d %llu %s", kind, heddle_id(me), (unsigned long long)me->marks, text);
  heddle_stopped_here();
}

void heddle_misuse(const char *kind, const char *text) {
  heddle_failed(kind, text);
  heddle_quit();
}

/* --- AddressSanitizer, where the program is built with it --- */

void *__asan_region_is_poisoned(void *, size_t) __attribute__((weak));
void __asan_report_load4(void *) __attribute__((weak));
void __asan_set_error_report_callback(void (*)(const char *)) __attribute__((weak));

const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_abort=0:"
         "handle_sigill=0:detect_stack_use_after_return=1:alloc_dealloc_mismatch=0:"
         "allocator_may_return_null=1:max_free_fill_size=0:quarantine_size_mb=64:check_"
         "initialization_order=0";
}

void heddle_touch(const void *object, size_t size) {
  /* The VM keeps locks beside memory, so that they may outlive it. */
  if (!me || !heddle_is_last() || me->marks != heddle_plan.expected[0].marks)
    return;
  if (__asan_region_is_poisoned && __asan_report_load4 &&
      __asan_region_is_poisoned((void *)(uintptr_t)object, size))
    __asan_report_load4((void *)(uintptr_t)object);
}

static void told_by_asan(const char *text) {
  static const char start[] = "AddressSanitizer: ";
  const char *what = strstr(text, start);
  char kind[256] = "unknown";
  if (what)
    sscanf(what + sizeof start - 1, "%255[^\n]", kind);
  heddle_failed("asan", kind);
  heddle_quit();
}

/* --- signals --- */

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  char text[64];
  snprintf(text, sizeof text, "%d %p", number, info->si_addr);
  /* The C library ends the process by itself where it finds something wrong. */
  heddle_failed(number == SIGABRT ? "abort" : "signal", text);
  signal(number, SIG_DFL);
  raise(number);
}

__attribute__((constructor(101))) static void watch(void) {
  if (__asan_set_error_report_callback)
    __asan_set_error_report_callback(told_by_asan);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
    sigaction(numbers[i], &action, NULL);
}
