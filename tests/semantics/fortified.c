// The checked variants that headers turn calls into.
#define _FORTIFY_SOURCE 2
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void list(FILE *to, const char *format, ...) {
  va_list arguments;
  char text[64], *made = NULL;
  va_start(arguments, format);
  vfprintf(to, format, arguments);
  va_end(arguments);
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  va_start(arguments, format);
  vsprintf(text + strlen(text), format, arguments);
  va_end(arguments);
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  va_start(arguments, format);
  if (vasprintf(&made, format, arguments) > 0)
    printf("%s%s", text, made);
  va_end(arguments);
  free(made);
}

int main(int argc, char **argv) {
  char to[32], *made = NULL;
  const size_t n = (size_t)argc + 2;
  memcpy(to, "abcdefgh", n + 3);
  memmove(to + 1, to, n);
  memset(to + 8, 'x', n);
  printf("%.10s %d\n", to, (int)(mempcpy(to, "xyz", n) == to + n));
  strcpy(to, "12");
  strcat(to, "34");
  strncat(to, "5678", n);
  strncpy(to + 10, "abc", n + 4);
  printf("%s %s %d\n", to, to + 10, (int)(stpcpy(to, "ab") - to));
  sprintf(to, "%d", argc);
  snprintf(to + 2, 10, "%s", "text");
  printf("%s %s\n", to, to + 2);
  fprintf(stdout, "%d\n", argc);
  list(stdout, "%d %s\n", argc, "listed");
  if (asprintf(&made, "%05d", argc) > 0)
    puts(made);
  free(made);
  FILE *f = fopen("checked", "w+");
  fprintf(f, "line %d\n", argc);
  fflush(f);
  dprintf(fileno(f), "direct\n");
  rewind(f);
  printf("%s", fgets(to, (int)n + 20, f));
  printf("%zu\n", fread(to, 1, n, f));
  fclose(f);
  (void)argv;
  return 0;
}
