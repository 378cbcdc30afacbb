// memset and memcmp at many sizes and byte values.
#include <stdio.h>
#include <string.h>

static int sign(int v) {
  return (v > 0) - (v < 0);
}

int main(void) {
  unsigned char buf[70];
  unsigned h = 0;
  for (size_t n = 0; n < 70; n += 3) {
    memset(buf, 0x55, sizeof buf);
    // Only the low byte of the value counts.
    memset(buf + n / 2, (int)(n * 7 + 0x100), n / 2);
    for (size_t i = 0; i < sizeof buf; i++)
      h = h * 33 + buf[i];
  }
  printf("%u\n", h);
  int v[4];
  memset(v, -1, sizeof v);
  printf("%d %d\n", v[0], v[3]);
  memset(v + 1, 0, 2 * sizeof *v);
  printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
  const char *a = "abcdef", *b = "abcdeg";
  for (size_t n = 0; n <= 6; n += 2)
    printf("%d ", sign(memcmp(a, b, n)));
  printf("%d\n", sign(memcmp(b, a, 6)));
  // Bytes compare unsigned, and zeros do not end it.
  printf("%d %d\n", sign(memcmp("\x80", "\x7f", 1)), sign(memcmp("a\0b", "a\0c", 3)));
  struct {
    long l;
    double d;
  } x = {5, 1.5}, y = x;
  printf("%d ", memcmp(&x, &y, sizeof x) == 0);
  y.d = -y.d;
  printf("%d\n", memcmp(&x, &y, sizeof x) == 0);
  char *p = memset(buf, 'z', 3);
  p[3] = 0;
  puts(p);
  __builtin_memset_inline(buf, 7, 16);
  return buf[15];
}
