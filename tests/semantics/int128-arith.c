// __int128: carries between the halves in add, subtract, multiply, negate.
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void show(const char *what, u128 v) {
  printf("%s %016llx%016llx\n", what, (unsigned long long)(v >> 64), (unsigned long long)v);
}

int main(void) {
  u128 a = ((u128)0x0123456789ABCDEFull << 64) | 0xFEDCBA9876543210ull;
  u128 b = ((u128)1 << 64) - 1;
  show("add", a + b);
  show("sub", b - a);
  show("mul", a * b);
  show("neg", -a);
  show("not", ~a);
  show("and", a & b);
  show("or", a | b);
  show("xor", a ^ (b << 32));
  i128 s = -5;
  s *= 1000000000000000000ll;
  show("smul", (u128)s);
  s += 4999999999999999999ll;
  s -= 1;
  show("sadd", (u128)s);
  s++;
  show("inc", (u128)s);
  unsigned long long x = 0xFFFFFFFFFFFFFFFFull;
  show("wide", (u128)x * x);
  long long y = -3;
  show("sext", (u128)(i128)y);
  show("zext", (u128)(unsigned long long)y);
  u128 table[3] = {1, (u128)1 << 100, a};
  u128 sum = 0;
  for (int i = 0; i < 3; i++)
    sum += table[i];
  show("sum", sum);
  return (int)(sum >> 120);
}
