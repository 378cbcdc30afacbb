// Overflow checks whose operands and result have different types.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  int8_t s8;
  uint8_t u8;
  int i;
  unsigned u;
  long l;
  printf("%d ", __builtin_add_overflow(100, 27, &s8));
  printf("%d ", s8);
  printf("%d ", __builtin_add_overflow(100, 28, &s8));
  printf("%d\n", s8);
  printf("%d ", __builtin_sub_overflow(5, 6, &u8));
  printf("%d ", u8);
  printf("%d ", __builtin_mul_overflow(16, 16, &u8));
  printf("%d\n", u8);
  printf("%d ", __builtin_add_overflow(-1, 2u, &i));
  printf("%d ", i);
  printf("%d ", __builtin_add_overflow(UINT_MAX, -1, &u));
  printf("%u ", u);
  printf("%d ", __builtin_sub_overflow(0u, 1, &i));
  printf("%d\n", i);
  printf("%d ", __builtin_mul_overflow(INT_MAX, INT_MAX, &l));
  printf("%ld ", l);
  printf("%d ", __builtin_mul_overflow(LONG_MAX, -1, &i));
  printf("%d ", i);
  printf("%d ", __builtin_add_overflow(ULONG_MAX, 1, &l));
  printf("%ld\n", l);
  int failures = 0;
  for (int a = -200; a <= 200; a += 50)
    for (int b = -200; b <= 200; b += 50)
      failures += __builtin_mul_overflow(a, b, &s8) ? 1 : 0;
  printf("%d\n", failures);
  return failures & 63;
}
