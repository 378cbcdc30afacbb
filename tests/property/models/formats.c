// The printf family: formats put together at random.
#include "generate.h"
#include <stdarg.h>

static int into(char *to, size_t room, const char *format, ...) {
  va_list list;
  va_start(list, format);
  const int result = vsnprintf(to, room, format, list);
  va_end(list);
  return result;
}

static void conversion(char *format, char *letter) {
  char *s = format;
  *s++ = '<';
  *s++ = '%';
  for (int i = 0; i < 2; ++i)
    if (pick(2))
      *s++ = "-+ #0"[pick(5)];
  if (pick(2))
    s += sprintf(s, "%d", (int)pick(14) + 1);
  if (pick(2))
    s += sprintf(s, ".%d", (int)pick(9));
  *letter = "diuxXocsfFeEgGaAp"[pick(17)];
  const int isInteger = strchr("diuxXo", *letter) != NULL;
  if (isInteger) {
    static const char *const lengths[] = {"", "", "hh", "h", "l", "ll", "z", "j", "t"};
    s = stpcpy(s, lengths[pick(9)]);
  } else if (strchr("fFeEgGaA", *letter) && pick(4) == 0) {
    *s++ = 'L';
  }
  *s++ = *letter;
  *s++ = '>';
  *s = 0;
}

static void show(void) {
  char format[64], letter, to[256];
  conversion(format, &letter);
  const size_t room = pick(4) ? sizeof to : pick(20);
  memset(to, 0, sizeof to);
  int length;
  const uint64_t bits = pick(2) ? pick(~0ull) : pick(1000) - 500;
  static const double reals[] = {0.0, -0.0, 1.5, -1e300, 1e-300, 123456.789, 0.1, 1.0 / 3, 5e-324};
  const double real = pick(3) ? reals[pick(9)] : (double)(int64_t)bits / 1024;
  char word[24];
  text(word, 20, "abc %");
  if (letter == 's')
    length = into(to, room, format, word);
  else if (letter == 'c')
    length = into(to, room, format, (int)(bits % 95 + 32));
  else if (letter == 'p')
    length = into(to, room, format, (void *)(uintptr_t)(bits & 0xFFFFFF));
  else if (strchr("diuxXo", letter))
    length = into(to, room, format, bits);
  else if (strchr(format, 'L'))
    length = into(to, room, format, (long double)real);
  else
    length = into(to, room, format, real);
  printf("%s %d %s\n", format, length, to);
}

int main(int argc, char **argv) {
  seedFrom(argc, argv);
  for (int i = 0; i < 600; ++i)
    show();
  char *made = NULL, to[64];
  int before = 0, behind = 0;
  printf("%d ", asprintf(&made, "%*d|%-*s|%.*f", 7, 42, 6, "ab", 2, 3.14159));
  printf("%s\n", made);
  free(made);
  printf("%d\n", sprintf(to, "%5s%n%%%c%n", "x", &before, 'y', &behind));
  printf("%s %d %d\n", to, before, behind);
  printf("%d\n", snprintf(NULL, 0, "%s", "twelve chars"));
  printf("[%.*s] [%.3s] [%s]\n", -1, "whole", "abcdef", (char *)NULL);
  errno = ENOENT;
  printf("%m\n");
  puts("puts");
  putchar('c');
  putc('d', stdout);
  fputc('e', stdout);
  fputs("fputs\n", stdout);
  fprintf(stdout, "%s %d\n", "fprintf", 1);
  dprintf(1, "%s", ""); // Not buffered as the rest is, so it prints nothing.
  printf("%zu\n", fwrite("abc\n", 1, 4, stdout));
  return 0;
}
