// All six comparisons, signed and unsigned, at four widths.
#include <stdint.h>
#include <stdio.h>

#define CMP(T, a, b)                                                                               \
  do {                                                                                             \
    T x = (T)(a), y = (T)(b);                                                                      \
    printf("%d%d%d%d%d%d ", x<y, x <= y, x> y, x >= y, x == y, x != y);                            \
  } while (0)

static void all(uint64_t a, uint64_t b) {
  CMP(int8_t, a, b);
  CMP(uint8_t, a, b);
  CMP(int16_t, a, b);
  CMP(uint16_t, a, b);
  CMP(int32_t, a, b);
  CMP(uint32_t, a, b);
  CMP(int64_t, a, b);
  CMP(uint64_t, a, b);
  putchar('\n');
}

int main(void) {
  all(0, 0);
  all(1, 2);
  all((uint64_t)-1, 1);
  all(0x80, 0x7F);
  all(0x8000, 0x7FFF);
  all(0x80000000u, 0x7FFFFFFF);
  all(1ull << 63, ~(1ull << 63));
  all(0x100, 0);
  all(0x100000000ull, 0);
  int chain = 3 > (2 > 1);
  printf("%d %d\n", chain, (5 < 4) == (3 < 2));
  return 0;
}
