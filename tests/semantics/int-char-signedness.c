// signed, unsigned and plain char: extension, wrap on store, comparison.
#include <limits.h>
#include <stdio.h>

static signed char s;
static unsigned char u;
static char c;

int main(void) {
  for (int i = 120; i < 136; i += 3) {
    s = (signed char)i;
    u = (unsigned char)i;
    c = (char)i;
    printf("%d: %d %d %d %d\n", i, s, u, c, s == c);
  }
  s = -1;
  u = (unsigned char)s;
  printf("%d %d %d\n", s == u, s + u, s < u);
  u = 255;
  u++;
  printf("%d\n", u);
  u--;
  printf("%d\n", u);
  s = SCHAR_MIN;
  s--;
  printf("%d\n", s);
  printf("%d %d %d\n", ~u, (unsigned char)~u, u << 4);
  unsigned char nibble = 0xA5;
  printf("%x %x\n", nibble >> 4, (unsigned char)(nibble << 4) >> 4);
  return (signed char)0x83 + 200;
}
