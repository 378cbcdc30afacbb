// String literals: escapes, concatenation, wide and UTF strings, arrays.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char joined[] = "one "
                             "two "
                             "three";
static const char with_zero[] = "ab\0cd";
static char writable[] = "writable";
static const char *pointers[] = {"alpha", "beta", &"alpha"[2]};

int main(void) {
  printf("%s %zu\n", joined, sizeof joined);
  printf("%zu %zu %c\n", sizeof with_zero, strlen(with_zero), with_zero[3]);
  writable[0] = 'W';
  printf("%s\n", writable);
  printf("%s %s %s\n", pointers[0], pointers[1], pointers[2]);
  static const char escapes[] = "\a\b\t\n\v\f\r\\\'\"\?\x41\101\0";
  for (size_t i = 0; i < sizeof escapes; i++)
    printf("%d ", escapes[i]);
  putchar('\n');
  const wchar_t *w = L"w\u00e9";
  const uint16_t *u = (const uint16_t *)u"u\u20ac";
  const uint32_t *big = (const uint32_t *)U"U\U0001F600";
  const char *utf8 = u8"\u00e9";
  printf("%d %d %x %x %x %zu\n", (int)w[1], (int)w[2], u[1], big[1], (unsigned char)utf8[0],
         strlen(utf8));
  printf("%c %c %d\n", "index"[2], *(joined + 3), L'\u20ac' == 0x20AC);
  char exact[4] = "four";
  printf("%.4s %zu\n", exact, sizeof "");
  printf("%s\n", __func__);
  return *"" + (int)sizeof L"abc";
}
