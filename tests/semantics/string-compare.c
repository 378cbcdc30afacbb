// strcmp, strncmp, strcoll on ASCII; bytes compare unsigned.
#include <stdio.h>
#include <string.h>

static int sign(int v) {
  return (v > 0) - (v < 0);
}

int main(void) {
  static const char *const s[] = {"", "a", "ab", "abc", "abd", "b", "\x7f", "\x80", "\xff"};
  enum { N = sizeof s / sizeof *s };
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      printf("%2d", sign(strcmp(s[i], s[j])));
    putchar('\n');
  }
  for (size_t n = 0; n < 5; n++)
    printf("%d%d ", sign(strncmp("abc", "abd", n)), sign(strncmp("abcx", "abcy", n)));
  putchar('\n');
  printf("%d %d\n", sign(strncmp("ab", "abc", 3)), sign(strncmp("ab\0x", "ab\0y", 4)));
  printf("%d %d\n", sign(strcasecmp("HeLLo", "hEllO")), sign(strncasecmp("ABx", "aby", 2)));
  char a[] = "same", b[] = "same";
  printf("%d %d\n", strcmp(a, b) == 0, strcmp(a, a) == 0);
  return 0;
}
