// Bitwise operators and classic bit tricks.
#include <stdint.h>
#include <stdio.h>

static int popcount(uint32_t v) {
  v = v - (v >> 1 & 0x55555555);
  v = (v & 0x33333333) + (v >> 2 & 0x33333333);
  return (int)(((v + (v >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24);
}

static uint32_t reverse(uint32_t v) {
  uint32_t r = 0;
  for (int i = 0; i < 32; i++, v >>= 1)
    r = r << 1 | (v & 1);
  return r;
}

static uint32_t gray(uint32_t v) {
  return v ^ v >> 1;
}
static int is_power(uint32_t v) {
  return v && !(v & (v - 1));
}

int main(void) {
  for (uint32_t v = 1; v < 0x80000000u; v = v * 5 + 3)
    printf("%x %d %x %x %d %x\n", v, popcount(v), reverse(v), gray(v), is_power(v), v & -v);
  int a = -12, b = 10;
  printf("%d %d %d %d\n", a & b, a | b, a ^ b, ~a);
  a ^= b;
  b ^= a;
  a ^= b;
  printf("%d %d\n", a, b);
  int64_t w = -1;
  w &= ~(1ll << 40);
  w |= 0;
  printf("%lld %d\n", (long long)w, !(w & 1ll << 40));
  return is_power(64) << 1 | is_power(65);
}
