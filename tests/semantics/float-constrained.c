// Arithmetic in a function that accesses the floating-point environment.
#include <stdio.h>

static double compute(double a, double b) {
#pragma STDC FENV_ACCESS ON
  double s = a + b;
  double d = a - b;
  double p = s * d;
  double q = p / (b + 1);
  return -q;
}

static int compare(double a, double b) {
#pragma STDC FENV_ACCESS ON
  return (a < b) | (a == b) << 1 | (a > b) << 2 | (a != b) << 3;
}

static long convert(float f, long l) {
#pragma STDC FENV_ACCESS ON
  double wide = f;
  float narrow = (float)(wide / 3);
  return (long)(narrow * 1000) + (long)((double)l / 2) + (unsigned)f;
}

int main(void) {
  volatile double x = 0.1, y = 0.2, nan = __builtin_nan("");
  printf("%.17g %.17g\n", compute(x, y), compute(y, -3));
  printf("%d %d %d %d\n", compare(x, y), compare(y, y), compare(y, x), compare(nan, x));
  printf("%ld %ld\n", convert(2.5f, 7), convert(100.25f, -9));
  return compare(x, x);
}
