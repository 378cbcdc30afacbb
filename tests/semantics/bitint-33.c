// _BitInt(33): one bit more than an int.
#include <stdio.h>

typedef _BitInt(33) s33;
typedef unsigned _BitInt(33) u33;

static s33 table[4] = {1, -1, 4294967295, -4294967295};

static s33 halve(s33 v) {
  return v / 2;
}
static u33 square(u33 v) {
  return v * v;
}

int main(void) {
  for (int i = 0; i < 4; i++)
    printf("%lld %lld\n", (long long)table[i], (long long)halve(table[i]));
  u33 u = (u33)1 << 32;
  printf("%llu\n", (unsigned long long)u);
  u += u;
  printf("%llu\n", (unsigned long long)u);
  u -= 1;
  printf("%llu\n", (unsigned long long)u);
  printf("%llu\n", (unsigned long long)square(123456789));
  printf("%llu\n", (unsigned long long)(u / 10));
  printf("%llu\n", (unsigned long long)(u % 1000));
  s33 s = (s33)u;
  printf("%lld %d\n", (long long)s, s < 0);
  s = (s33)0x1FFFFFFF0ll;
  printf("%lld %lld\n", (long long)s, (long long)(s >> 2));
  unsigned w = 0xFFFFFFFFu;
  s = w;
  printf("%lld %d\n", (long long)s, s > 0);
  double d = (double)s * 2;
  printf("%.1f %lld\n", d, (long long)(u33)d);
  printf("%zu\n", sizeof(s33));
  return 0;
}
