// The locale of C.
#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  printf("%s %s\n", setlocale(LC_ALL, NULL), setlocale(LC_ALL, "C"));
  printf("%s %d\n", setlocale(LC_NUMERIC, "POSIX"), setlocale(LC_ALL, "xx_NOWHERE") == NULL);
  printf("%s %s|\n", localeconv()->decimal_point, localeconv()->thousands_sep);
  printf("%d\n", (int)MB_CUR_MAX);
  locale_t c = newlocale(LC_ALL_MASK, "C", NULL);
  locale_t copy = duplocale(c);
  printf("%d %d\n", c != NULL, uselocale(NULL) == LC_GLOBAL_LOCALE);
  freelocale(copy);
  freelocale(c);
  return 0;
}
