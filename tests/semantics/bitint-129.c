// _BitInt(129): wider than any native integer.
#include <stdio.h>

typedef unsigned _BitInt(129) u129;
typedef _BitInt(129) s129;

static void print(u129 v) {
  char buf[48];
  int n = sizeof buf;
  buf[--n] = 0;
  do {
    buf[--n] = (char)('0' + (int)(v % 10));
    v /= 10;
  } while (v);
  puts(buf + n);
}

int main(void) {
  u129 u = ~(u129)0;
  print(u);
  print(u >> 64);
  u129 f = 1;
  for (unsigned i = 2; i <= 34; i++)
    f *= i;
  print(f);
  print(f / 1000000000000000000ull);
  u129 a = 0, b = 1;
  for (int i = 0; i < 185; i++) {
    u129 t = a + b;
    a = b;
    b = t;
  }
  print(a);
  s129 s = -(s129)a;
  printf("%d %d\n", s < 0, s == -s);
  print((u129)(s >> 100));
  print((u129)(s / 1000));
  print((u129)(s % 1000 + 1000));
  print(a ^ b);
  print((u129)1 << 128);
  return (int)(f % 113);
}
