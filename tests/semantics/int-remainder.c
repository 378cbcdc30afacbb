// The remainder takes the sign of the dividend; (a/b)*b + a%b == a.
#include <limits.h>
#include <stdio.h>

static int identity(int a, int b) {
  return a / b * b + a % b == a;
}
static int floor_mod(int a, int b) {
  int r = a % b;
  return r && (r < 0) != (b < 0) ? r + b : r;
}

int main(void) {
  for (int a = -9; a <= 9; a += 3)
    for (int b = -4; b <= 4; b += 2) {
      if (!b)
        continue;
      printf("%d%%%d=%d/%d ", a, b, a % b, floor_mod(a, b));
    }
  putchar('\n');
  int ok = 0;
  for (int a = -50; a <= 50; a++)
    for (int b = -7; b <= 7; b++)
      if (b)
        ok += identity(a, b);
  printf("%d\n", ok);
  printf("%d %d\n", INT_MIN % INT_MAX, INT_MIN % 10);
  long m = LONG_MIN;
  printf("%ld %ld\n", m % 1000000007, m % -3);
  short s = -32768;
  s %= 1000;
  signed char c = -128;
  c %= -100;
  printf("%d %d\n", s, c);
  return floor_mod(-1, 100);
}
