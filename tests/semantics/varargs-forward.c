// A wrapper that hands its va_list to vsnprintf and vprintf.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char log_text[80];

__attribute__((format(printf, 1, 2))) static int append(const char *format, ...) {
  size_t used = strlen(log_text);
  va_list ap;
  va_start(ap, format);
  int n = vsnprintf(log_text + used, sizeof log_text - used, format, ap);
  va_end(ap);
  return n;
}

__attribute__((format(printf, 2, 3))) static int tagged(const char *tag, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  int n = printf("[%s] ", tag);
  n += vprintf(format, ap);
  va_end(ap);
  return n;
}

int main(void) {
  int n = append("%d-%s;", 1, "one");
  n += append("%5.2f|%-4c|%x;", 2.5, 'c', 255u);
  printf("%d %s\n", n, log_text);
  n = append("%s", "a tail that is far too long for what is left of the buffer, so it is cut");
  printf("%d %zu %s\n", n, strlen(log_text), log_text);
  n = tagged("t", "%ld %g %s\n", -7l, 0.125, "end");
  printf("%d\n", n);
  return n;
}
