// NaN: every ordered comparison is false, it survives arithmetic and copies.
#include <math.h>
#include <stdio.h>

static void compare(double a, double b) {
  printf("%d%d%d%d%d%d ", a<b, a <= b, a> b, a >= b, a == b, a != b);
}

int main(void) {
  volatile double zero = 0;
  double nan = NAN;
  compare(nan, 1);
  compare(1, nan);
  compare(nan, nan);
  compare(nan, INFINITY);
  compare(1, 2);
  putchar('\n');
  printf("%d %d %d\n", nan == nan, !(nan < 0), !(nan >= 0));
  printf("%d %d %d\n", isnan(nan + 1) != 0, isnan(nan * zero) != 0, isnan(-nan) != 0);
  double inf = INFINITY;
  printf("%d %d %d\n", isnan(inf - inf) != 0, isnan(inf * zero) != 0, isnan(zero / zero) != 0);
  float f = (float)nan;
  printf("%d %d\n", f == f, isnan((double)f) != 0);
  if (nan)
    puts("NaN is true");
  double v[] = {3, nan, 1, 2};
  double max = -inf;
  for (int i = 0; i < 4; i++)
    if (v[i] > max)
      max = v[i];
  printf("%g\n", max);
  printf("%d %d\n", isunordered(nan, 1) != 0, isless(1.0, 2.0) != 0);
  printf("%d\n", nan < 1 ? 1 : nan > 1 ? 2 : 3);
  return 0;
}
