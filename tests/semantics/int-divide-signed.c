// Signed division truncates toward zero at every width.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static int8_t div8(int8_t a, int8_t b) {
  return (int8_t)(a / b);
}
static int16_t div16(int16_t a, int16_t b) {
  return (int16_t)(a / b);
}
static int32_t div32(int32_t a, int32_t b) {
  return a / b;
}
static int64_t div64(int64_t a, int64_t b) {
  return a / b;
}

int main(void) {
  static const int num[] = {7, -7, 100, -100, 127, -128, 0, 1};
  static const int den[] = {2, -2, 3, -3, 1, -1, 127, -128};
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 8; j++)
      printf("%d ", div32(num[i], den[j]));
    putchar('\n');
  }
  // -128 / -1 is 128 in int and wraps on the way back to eight bits.
  printf("%d %d\n", div8(-128, -1), div8(-128, 2));
  printf("%d %d\n", div16(-32768, -1), div16(-32768, 7));
  printf("%d %d\n", div32(INT_MIN, 1), div32(INT_MIN, INT_MIN));
  printf("%d %d\n", div32(INT_MIN, 2), div32(INT_MAX, INT_MIN));
  printf("%lld\n", (long long)div64(INT64_MIN, 10));
  printf("%lld\n", (long long)div64(INT64_MIN, INT_MIN));
  printf("%lld\n", (long long)div64(INT64_MAX, -1));
  return div32(-155, -2);
}
