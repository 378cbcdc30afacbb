// Arithmetic and logical right shifts.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static int8_t shr8(int8_t v, int n) {
  return (int8_t)(v >> n);
}
static uint8_t lshr8(uint8_t v, int n) {
  return (uint8_t)(v >> n);
}

int main(void) {
  int v = INT_MIN;
  unsigned u = 0x80000000u;
  long lv = LONG_MIN;
  unsigned long lu = 1ul << 63;
  for (int s = 0; s < 32; s += 7)
    printf("%d %u\n", v >> s, u >> s);
  for (int s = 0; s < 64; s += 21)
    printf("%ld %lu\n", lv >> s, lu >> s);
  for (int s = 0; s < 8; s++)
    printf("%d/%d ", shr8(-77, s), lshr8(179, s));
  putchar('\n');
  v = -1;
  printf("%d %d\n", v >> 31, v >> 1);
  int16_t h = -12345;
  h >>= 2;
  printf("%d\n", h);
  uint16_t uh = 53191;
  uh >>= 2;
  printf("%d\n", uh);
  // The type of the shift amount has no say in the result's type.
  printf("%d %zu\n", -16 >> 2ull, sizeof(1 >> 2ull));
  return 0;
}
