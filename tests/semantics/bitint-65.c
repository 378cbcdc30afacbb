// _BitInt(65): the sign lives in a second word.
#include <stdio.h>

typedef _BitInt(65) s65;
typedef unsigned _BitInt(65) u65;

static void show(u65 v) {
  printf("%llx:%016llx ", (unsigned long long)(v >> 64), (unsigned long long)v);
}

struct pair {
  s65 a;
  u65 b;
};

static struct pair swap(struct pair p) {
  struct pair r = {(s65)p.b, (u65)p.a};
  return r;
}

int main(void) {
  u65 u = ~(u65)0;
  show(u);
  show(u * 3);
  show(u + 1);
  putchar('\n');
  s65 s = -1;
  printf("%d %d %lld\n", s < 0, (s65)u == s, (long long)s);
  s = (s65)1 << 63;
  show((u65)s);
  printf("%d\n", s > 0);
  show((u65)(s / -3));
  show((u65)(s % 1000));
  show((u65)(-s >> 5));
  putchar('\n');
  struct pair p = {-7, 9};
  p = swap(p);
  show((u65)p.a);
  show(p.b);
  putchar('\n');
  show(u / 12345678901ull);
  show(u % 12345678901ull);
  show(u ^ (u >> 1));
  putchar('\n');
  return (int)(u % 200);
}
