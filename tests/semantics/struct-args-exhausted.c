// Struct arguments after the registers are used up go to memory.
#include <stdio.h>

struct two {
  long a, b;
};
struct mix {
  double d;
  long l;
};

static long ints(int a, int b, int c, int d, int e, struct two t, int f, struct two u) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * t.a + 7 * t.b + 8 * f + 9 * u.a + 10 * u.b;
}

static double doubles(double a, double b, double c, double d, double e, double f, double g,
                      struct mix m, double h, struct mix n, float i) {
  double r = 0;
  double all[] = {a, b, c, d, e, f, g, m.d, (double)m.l, h, n.d, (double)n.l, i};
  for (int k = 0; k < 13; k++)
    r += all[k] * (k + 1);
  return r;
}

static long narrow(char a, short b, unsigned char c, _Bool d, long e, int f, char g, short h,
                   unsigned char i, _Bool j) {
  return a + b * 10l + c * 100l + d * 1000l + e * 10000 + f * 3l + g * 7l + h * 9l + i * 11l +
         j * 13l;
}

int main(void) {
  struct two t = {10, 20}, u = {-5, 100000000000};
  printf("%ld\n", ints(1, 2, 3, 4, 5, t, 6, u));
  struct mix m = {0.5, 3}, n = {-1.25, 1};
  printf("%g\n", doubles(1, 2, 3, 4, 5, 6, 7, m, 8, n, 0.125f));
  printf("%ld\n", narrow(-1, -2, 255, 1, -3, 4, -5, -6, 200, 1));
  return 0;
}
