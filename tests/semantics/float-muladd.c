// a * b + c rounds twice on a machine without fused multiply-add; fma once.
#include <math.h>
#include <stdio.h>

static double muladd(double a, double b, double c) {
  return a * b + c;
}
static double mulsub(double a, double b, double c) {
  return a * b - c;
}
static double negmul(double a, double b, double c) {
  return c - a * b;
}
static float muladdf(float a, float b, float c) {
  return a * b + c;
}

int main(void) {
  volatile double x = 1 + 0x1p-30, y = 1 - 0x1p-30, m = -1;
  volatile float f = 1 + 0x1p-12f, g = 1 - 0x1p-12f, h = -1;
  printf("%a %a\n", muladd(x, y, m), fma(x, y, m));
  printf("%a %a\n", mulsub(x, y, -m), negmul(x, y, -m));
  printf("%a %a\n", (double)muladdf(f, g, h), (double)fmaf(f, g, h));
  volatile double big = 0x1p1000, inv = 0x1p-1000;
  printf("%a\n", muladd(big, inv, 0.5));
  printf("%a\n", fma(big, big, -INFINITY));
  printf("%g\n", muladd(3, 4, 5));
  double dot = 0;
  for (int i = 1; i < 10; i++)
    dot = muladd(i, 1.0 / i, dot);
  printf("%.17g\n", dot);
  return 0;
}
