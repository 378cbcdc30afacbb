// Unsigned arithmetic is modular at every width.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  uint32_t a = UINT32_MAX, b = 2;
  printf("%u %u %u %u\n", a + b, b - a, a * a, -a);
  uint64_t c = UINT64_MAX, d = 3;
  printf("%llu %llu %llu\n", (unsigned long long)(c + d), (unsigned long long)(d - c),
         (unsigned long long)(c * d));
  uint8_t e = 250;
  for (int i = 0; i < 10; i++)
    printf("%d ", e++);
  putchar('\n');
  uint16_t f = 3;
  for (int i = 0; i < 6; i++)
    printf("%d ", f = (uint16_t)(f * 40503u));
  putchar('\n');
  // Linear congruential and FNV generators exercise the low and high bits.
  uint64_t lcg = 1;
  uint32_t fnv = 2166136261u;
  for (int i = 0; i < 50; i++) {
    lcg = lcg * 6364136223846793005ull + 1442695040888963407ull;
    fnv = (fnv ^ (uint32_t)(lcg >> 56)) * 16777619u;
  }
  printf("%llu %u\n", (unsigned long long)lcg, fnv);
  size_t n = 0;
  n--;
  printf("%d %zu\n", n == SIZE_MAX, n / 1000000007);
  return (int)(fnv & 127);
}
