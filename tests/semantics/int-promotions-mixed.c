// Usual arithmetic conversions between operands of different type.
#include <stdint.h>
#include <stdio.h>

#pragma clang diagnostic ignored "-Wsign-compare"

static int less_mixed(int a, unsigned b) {
  return a < b;
}
static int less_long(long a, unsigned b) {
  return a < b;
}
static int less_ulong(long a, unsigned long b) {
  return a < b;
}
static int less_small(int8_t a, uint16_t b) {
  return a < b;
}

int main(void) {
  printf("%d %d %d %d\n", less_mixed(-1, 1), less_long(-1, 1), less_ulong(-1, 1),
         less_small(-1, 1));
  int i = -7;
  unsigned u = 3;
  long l = -7;
  unsigned long ul = 3;
  uint8_t b = 200;
  printf("%u %u\n", i + u, i * u);
  printf("%ld %ld\n", l + u, l * u);
  printf("%lu %lu\n", l + ul, i * ul);
  printf("%d %d\n", b * b, -b);
  printf("%d %u %ld\n", i / (int)u, i / u, l / u);
  printf("%d %u %ld\n", i % (int)u, i % u, l % u);
  printf("%g %g\n", i + 0.5, u - 4 + 0.5);
  printf("%g\n", (double)(float)(i * 0.5f));
  printf("%d\n", b << 20 < 0);
  printf("%zu %zu %zu\n", sizeof(b + b), sizeof(u + l), sizeof(1 ? i : 2.0));
  printf("%d\n", (1 ? -1 : 2u) > 0);
  return 0;
}
