// short arithmetic is done in int and narrowed on assignment.
#include <limits.h>
#include <stdio.h>

static short add(short a, short b) {
  return (short)(a + b);
}
static unsigned short mul(unsigned short a, unsigned short b) {
  return (unsigned short)((unsigned)a * b);
}

int main(void) {
  short a = SHRT_MAX, b = 1;
  printf("%d %d\n", a + b, add(a, b));
  unsigned short x = 65535, y = 2;
  printf("%d %d %u\n", x + y, (unsigned short)(x + y), mul(x, x));
  printf("%d %d\n", -x, ~x);
  x = 0;
  x--;
  printf("%u\n", x);
  x += 70000;
  printf("%u\n", x);
  a = SHRT_MIN;
  a = (short)-a;
  printf("%d %d\n", a, -a);
  a = 1000;
  a *= 100;
  printf("%d\n", a);
  a /= 7;
  printf("%d\n", a);
  a >>= 3;
  printf("%d\n", a);
  short arr[3] = {-1, 2, -3};
  long sum = 0;
  for (int i = 0; i < 3; i++)
    sum = sum * 1000 + arr[i];
  printf("%ld\n", sum);
  return 0;
}
