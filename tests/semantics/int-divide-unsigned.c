// Unsigned division and remainder where the sign bit is set.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static void show(uint64_t a, uint64_t b) {
  printf("%llu %llu | ", (unsigned long long)(a / b), (unsigned long long)(a % b));
  uint32_t a32 = (uint32_t)a, b32 = (uint32_t)b;
  if (b32)
    printf("%u %u | ", a32 / b32, a32 % b32);
  uint8_t a8 = (uint8_t)a, b8 = (uint8_t)b;
  if (b8)
    printf("%d %d", a8 / b8, a8 % b8);
  putchar('\n');
}

int main(void) {
  show(UINT64_MAX, 10);
  show(UINT64_MAX, UINT64_MAX);
  show(1ull << 63, 3);
  show(0xFFFFFFFF, 0x80000000);
  show(0xDEADBEEFCAFEull, 0x1234567);
  show(5, 7);
  show(0, 255);
  show(0x8000000000000001ull, 0x8000000000000000ull);
  unsigned x = 4000000000u;
  x /= 3;
  printf("%u\n", x);
  x %= 1000;
  printf("%u\n", x);
  return (int)(x / 4);
}
