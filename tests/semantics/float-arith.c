// float and double arithmetic, with results narrowed to float where stored.
#include <stdio.h>

static float mean(const float *v, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += v[i];
  return sum / (float)n;
}

static double horner(double x) {
  static const double c[] = {0.5, -1.25, 3, 0.1};
  double r = 0;
  for (int i = 0; i < 4; i++) {
    double scaled = r * x;
    r = scaled + c[i];
  }
  return r;
}

int main(void) {
  volatile float a = 0.1f, b = 0.2f;
  volatile double x = 0.1, y = 0.2;
  printf("%.9g %.9g %.9g %.9g\n", (double)(a + b), (double)(a - b), (double)(a * b),
         (double)(a / b));
  printf("%.17g %.17g %.17g %.17g\n", x + y, x - y, x * y, x / y);
  printf("%d %d\n", a + b == 0.3f, x + y == 0.3);
  printf("%.17g %.17g\n", (double)a, a * y);
  float values[] = {1.5f, -2.25f, 1e8f, 1};
  printf("%.9g\n", (double)mean(values, 4));
  printf("%.17g %.17g\n", horner(0.7), horner(-3));
  printf("%.17g\n", -x);
  float big = 16777216;
  printf("%.1f %.1f\n", (double)(big + 1), (double)(big + 2));
  double harmonic = 0;
  for (int i = 1; i <= 100; i++)
    harmonic += 1.0 / i;
  printf("%.17g\n", harmonic);
  return (int)(harmonic * 10);
}
