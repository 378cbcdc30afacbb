// Unsigned bit-fields: truncation on store, neighbours untouched.
#include <stdio.h>

struct packed32 {
  unsigned a : 3;
  unsigned b : 11;
  unsigned c : 1;
  unsigned d : 17;
};

static struct packed32 global = {5, 1000, 1, 99999};

static void show(const struct packed32 *p) {
  printf("%u %u %u %u\n", p->a, p->b, p->c, p->d);
}

int main(void) {
  show(&global);
  struct packed32 x = {0};
  x.b = 0x7FF;
  show(&x);
  volatile unsigned wide = 0xFFFFF;
  x.a = wide;
  x.d = wide;
  show(&x);
  x.a++;
  show(&x);
  x.a--;
  x.b += 5;
  show(&x);
  x.d <<= 3;
  x.c ^= 1;
  show(&x);
  int value = (x.b = wide);
  printf("%d\n", value);
  // A three-bit unsigned field promotes to int.
  printf("%d %d\n", x.a - 10 < 0, x.d > 5);
  struct packed32 y = x;
  y.c = 0;
  printf("%d %d %zu\n", x.c, y.c, sizeof y);
  return x.a;
}
