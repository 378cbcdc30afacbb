// Signed bit-fields: sign extension on read, wrap on store.
#include <stdio.h>

struct s {
  signed a : 1;
  signed b : 4;
  int c : 12;
  signed long d : 40;
  signed char e : 3;
};

static void show(const struct s *p) {
  printf("%d %d %d %ld %d\n", p->a, p->b, p->c, (long)p->d, p->e);
}

int main(void) {
  struct s x = {-1, -8, 2047, -1, 3};
  show(&x);
  volatile int v = 9;
  x.a = 0;
  x.b = v;
  x.c = v * 1000;
  x.e = v;
  show(&x);
  volatile long l = 0xFFFFFFFFFFl;
  x.d = l;
  show(&x);
  x.d = l >> 1;
  show(&x);
  x.b = 7;
  x.b++;
  show(&x);
  x.c = -2048;
  x.c--;
  show(&x);
  x.e = -4;
  printf("%d %d %d\n", x.e >> 1, x.e / 2, x.e < 0);
  x.e *= -1;
  show(&x);
  return x.b + 20;
}
