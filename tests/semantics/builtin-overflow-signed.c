// __builtin_*_overflow on signed types of every width.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static void ints(int a, int b) {
  int r;
  printf("%d", __builtin_add_overflow(a, b, &r));
  printf(" %d", r);
  printf(" %d", __builtin_sub_overflow(a, b, &r));
  printf(" %d", r);
  printf(" %d", __builtin_mul_overflow(a, b, &r));
  printf(" %d\n", r);
}

static void longs(long a, long b) {
  long r;
  printf("%d", __builtin_saddl_overflow(a, b, &r));
  printf(" %ld", r);
  printf(" %d", __builtin_ssubl_overflow(a, b, &r));
  printf(" %ld", r);
  printf(" %d", __builtin_smull_overflow(a, b, &r));
  printf(" %ld\n", r);
}

static void bytes(int8_t a, int8_t b) {
  int8_t r;
  printf("%d", __builtin_add_overflow(a, b, &r));
  printf(" %d", r);
  printf(" %d", __builtin_sub_overflow(a, b, &r));
  printf(" %d", r);
  printf(" %d", __builtin_mul_overflow(a, b, &r));
  printf(" %d\n", r);
}

int main(void) {
  ints(1, 2);
  ints(INT_MAX, 1);
  ints(INT_MIN, -1);
  ints(46341, 46341);
  longs(LONG_MAX, LONG_MAX);
  longs(LONG_MIN, 1);
  longs(3037000500, 3037000500);
  longs(-1, LONG_MIN);
  bytes(100, 27);
  bytes(100, 28);
  bytes(-128, -1);
  bytes(-16, 8);
  __int128 big = (__int128)1 << 126, r;
  printf("%d ", __builtin_add_overflow(big, big - 1, &r));
  printf("%d ", (int)(r >> 120));
  printf("%d ", __builtin_mul_overflow(big, 2, &r));
  printf("%d\n", r < 0);
  return 0;
}
