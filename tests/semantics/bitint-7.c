// _BitInt(7): odd width below a byte, signed and unsigned.
#include <stdio.h>

typedef _BitInt(7) s7;
typedef unsigned _BitInt(7) u7;

static u7 step(u7 v) {
  return v * 3 + 1;
}
static s7 negate(s7 v) {
  return -v;
}

int main(void) {
  u7 u = 127;
  u++;
  printf("%d\n", (int)u);
  u--;
  printf("%d\n", (int)u);
  u = 1;
  for (int i = 0; i < 12; i++) {
    u = step(u);
    printf("%d ", (int)u);
  }
  putchar('\n');
  s7 s = (s7)100;
  printf("%d %d\n", (int)s, (int)negate(s));
  for (int i = -64; i < 64; i += 21) {
    s7 a = (s7)i;
    printf("%d %d %d %d | ", (int)(s7)(a / 5), (int)(s7)(a % 5), (int)(s7)(a >> 2), (int)(u7)a);
  }
  putchar('\n');
  u7 x = 0x55, y = 0x2A;
  printf("%d %d %d %d\n", (int)(x & y), (int)(x | y), (int)(u7)(x ^ (u7)0x7F), (int)(u7)~x);
  printf("%d %d %d\n", x < y, (s7)x < (s7)y, (s7)x == -43);
  printf("%d %d\n", (int)(u7)(x << 1), (int)(x >> 3));
  return (int)x;
}
