// Case ranges (a GNU extension).
#include <stdio.h>

static char classify(int c) {
  switch (c) {
  case 'a' ... 'z':
    return 'l';
  case 'A' ... 'Z':
    return 'u';
  case '0' ... '9':
    return 'd';
  case ' ':
  case '\t' ... '\r':
    return 's';
  case 0x80 ... 0xFF:
    return 'h';
  default:
    return '?';
  }
}

static int bucket(int v) {
  switch (v) {
  case -2147483647 - 1 ... - 1:
    return -1;
  case 0:
    return 0;
  case 1 ... 1000000:
    return 1;
  default:
    return 2;
  }
}

int main(void) {
  for (const char *p = "Ab9 _\n{"; *p; p++)
    putchar(classify(*p));
  putchar(classify(0x80));
  putchar(classify(0x100));
  putchar('\n');
  static const int in[] = {-2147483647 - 1, -1, 0, 1, 1000000, 1000001, 2147483647};
  for (int i = 0; i < 7; i++)
    printf("%d ", bucket(in[i]));
  putchar('\n');
  return 0;
}
