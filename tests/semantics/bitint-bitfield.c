// _BitInt members, bit-fields, switches and arrays.
#include <stdio.h>

struct s {
  unsigned _BitInt(9) a;
  _BitInt(37) b : 20;
  unsigned _BitInt(3) c : 3;
  _BitInt(70) d;
};

static struct s update(struct s s) {
  s.a += 300;
  s.b -= 1;
  s.c++;
  s.d = -s.d;
  return s;
}

static int pick(_BitInt(10) v) {
  switch (v) {
  case -512:
    return 1;
  case 511:
    return 2;
  default:
    return 3;
  }
}

int main(void) {
  struct s s = {400, -524288 + 1, 7, (_BitInt(70))1 << 66};
  s = update(s);
  printf("%d %d %d %lld\n", (int)s.a, (int)s.b, (int)s.c, (long long)(s.d >> 60));
  printf("%d %d %d\n", pick(-512), pick(511), pick(0));
  unsigned _BitInt(24) v[3] = {1, 0xFFFFFF, 0x800000};
  for (int i = 0; i < 3; i++) {
    v[i] = v[i] * 3 + 1;
    printf("%x ", (unsigned)v[i]);
  }
  putchar('\n');
  _Bool truth = s.d != 0;
  return truth + (int)sizeof(struct s);
}
