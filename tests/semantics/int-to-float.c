// Conversions from integers to floating types round to nearest even.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static void show(int64_t v) {
  printf("%.1f %.1f\n", (double)(float)v, (double)v);
}
static void ushow(uint64_t v) {
  printf("%.1f %.1f\n", (double)(float)v, (double)v);
}

int main(void) {
  show(16777217);
  show(16777219);
  show(-16777217);
  show(INT64_MAX);
  show(INT64_MIN);
  show(9007199254740993);
  show(9007199254740995);
  ushow(UINT64_MAX);
  ushow(0x8000000000000400ull);
  ushow(0x8000000000000401ull);
  ushow(0xFFFFFF7FFFFFFFFFull);
  ushow(0x0000010000010001ull);
  unsigned u = UINT_MAX;
  int i = (int)u;
  printf("%.1f %.1f\n", (double)u, (double)i);
  uint8_t b = 200;
  int8_t s = (int8_t)b;
  printf("%g %g\n", (double)b, (double)(float)s);
  _Bool t = 1;
  printf("%g\n", t + 0.5);
  char c = 'a';
  float f = c;
  f += 1;
  printf("%c\n", (char)f);
  return 0;
}
