// math.h calls with results that are exact or rounded well inside %.6f.
#include <math.h>
#include <stdio.h>

int main(void) {
  printf("%.6f %.6f\n", sqrt(2), cbrt(27));
  printf("%.6f %.6f %.6f\n", pow(2, 10), pow(2, -1), pow(9, 0.5));
  printf("%.6f %.6f\n", exp(1), log(10));
  printf("%.6f %.6f\n", log2(8), log10(1000));
  printf("%.6f %.6f %.6f\n", sin(1), cos(1), tan(0.5));
  printf("%.6f %.6f %.6f\n", asin(0.5), acos(0.5), atan(1));
  printf("%.6f %.6f\n", atan2(1, -1), atan2(-0.0, -1));
  printf("%.6f %.6f\n", sinh(1), tanh(0.5));
  printf("%.6f %.6f\n", fmod(10.5, 3), fmod(-10.5, 3));
  printf("%.6f %.6f\n", remainder(10.5, 3), hypot(3, 4));
  printf("%.6f %.6f\n", fmin(1, NAN), fmax(-1, NAN));
  printf("%.6f %.6f\n", fdim(5, 3), fdim(3, 5));
  int e;
  double m = frexp(-20.5, &e);
  printf("%.6f %d %.6f\n", m, e, ldexp(m, e));
  printf("%.6f %.6f\n", (double)sqrtf(3), (double)powf(3, 3));
  printf("%.6f %d\n", (double)fabsf(-1.25f), isnan(sqrt(-1.0)) != 0);
  printf("%d %.6f\n", ilogb(1000), scalbn(1.5, 3));
  printf("%a\n", nextafter(1.0, 2.0));
  return (int)pow(3, 4);
}
