// Rounding functions at and around the half-way points.
#include <math.h>
#include <stdio.h>

int main(void) {
  static const double in[] = {0.5, 1.5, 2.5, -0.5, -1.5, 2.4999, -2.5001, 1e15, 4503599627370497.5};
  for (unsigned i = 0; i < sizeof in / sizeof *in; i++) {
    double v = in[i];
    printf("%.1f %.1f %.1f %.1f %.1f %.1f %ld %ld\n", floor(v), ceil(v), trunc(v), round(v),
           rint(v), nearbyint(v), lround(v), lrint(v));
    float f = (float)v;
    printf("%.1f %.1f %.1f %.1f\n", (double)floorf(f), (double)ceilf(f), (double)truncf(f),
           (double)roundf(f));
  }
  double whole;
  double part = modf(-3.75, &whole);
  printf("%g %g\n", part, whole);
  printf("%.0f %.0f %.0f %.0f\n", 0.5, 1.5, 2.5, 3.5);
  // Double rounding: the float nearest to the double, not to the decimal.
  volatile double d = 1.00000017881393432617187499;
  printf("%.9g\n", (double)(float)d);
  return (int)round(12.5);
}
