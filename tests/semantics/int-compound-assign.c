// Compound assignment computes in the common type, then converts back.
#include <stdio.h>

static int calls;
static int data[3] = {1, 2, 3};
static int *slot(void) {
  return &data[calls++ % 3];
}

int main(void) {
  unsigned char c = 200;
  c += 100;
  printf("%d ", c);
  c *= 3;
  printf("%d ", c);
  c -= 200;
  printf("%d ", c);
  c |= 0x101;
  printf("%d ", c);
  c ^= 0xFFF;
  printf("%d ", c);
  c <<= 2;
  printf("%d\n", c);
  int i = 100;
  i *= 1.5;
  printf("%d ", i);
  i /= 0.7;
  printf("%d ", i);
  i -= 0.9;
  printf("%d ", i);
  i %= 17;
  printf("%d ", i);
  i >>= 1;
  printf("%d\n", i);
  float f = 10;
  f /= 4;
  f += 1 / 2;
  printf("%g\n", (double)f);
  long l = 1;
  l <<= 40;
  l += i -= 2;
  printf("%ld %d\n", l, i);
  // The left operand is evaluated once.
  *slot() += 10;
  *slot() *= 10;
  *slot() ^= 7;
  printf("%d %d %d %d\n", data[0], data[1], data[2], calls);
  return calls;
}
