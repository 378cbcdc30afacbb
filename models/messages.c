// Messages on standard error (err.h, error.h).
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char name[] = "program";
char *program_invocation_name = name;
char *program_invocation_short_name = name;
char *__progname = name;
unsigned error_message_count;

static void say(int error, int hasError, const char *format, va_list arguments) {
  char text[1024] = "";
  if (format)
    vsnprintf(text, sizeof text, format, arguments);
  if (hasError)
    fprintf(stderr, "%s: %s%s%s\n", program_invocation_short_name, text, format ? ": " : "",
            strerror(error));
  else
    fprintf(stderr, "%s: %s\n", program_invocation_short_name, text);
}

void vwarn(const char *format, va_list arguments) {
  say(errno, 1, format, arguments);
}
void vwarnx(const char *format, va_list arguments) {
  say(0, 0, format, arguments);
}
void verr(int status, const char *format, va_list arguments) {
  say(errno, 1, format, arguments);
  exit(status);
}
void verrx(int status, const char *format, va_list arguments) {
  say(0, 0, format, arguments);
  exit(status);
}

#define FORWARD(call)                                                                              \
  va_list arguments;                                                                               \
  va_start(arguments, format);                                                                     \
  call;                                                                                            \
  va_end(arguments)

void warn(const char *format, ...) {
  FORWARD(vwarn(format, arguments));
}
void warnx(const char *format, ...) {
  FORWARD(vwarnx(format, arguments));
}
void err(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  verr(status, format, arguments);
}
void errx(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  verrx(status, format, arguments);
}

void error(int status, int number, const char *format, ...) {
  __atomic_fetch_add(&error_message_count, 1, __ATOMIC_SEQ_CST);
  FORWARD(say(number, number != 0, format, arguments));
  if (status)
    exit(status);
}
