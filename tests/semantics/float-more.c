// _Float16 in vectors; long double functions; complex of float; errno from math.h.
#include <complex.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>

typedef _Float16 v4h __attribute__((vector_size(8)));

int main(void) {
  v4h a = {1, 2, 3, 4}, b = {(_Float16)0.1f, (_Float16)0.2f, -1, 1000};
  v4h c = a * b + a;
  for (int i = 0; i < 4; i++)
    printf("%g ", (double)c[i]);
  puts("");
  volatile long double two = 2;
  printf("%.18Lf %.15Lf %.15Lf\n", sqrtl(two), sinl(two), powl(two, 0.5L));
  int exponent;
  long double part = frexpl(two * 5, &exponent);
  printf("%Lg %d %ld\n", part, exponent, lrintl(two * 1.25L));
  volatile double minus = -1;
  errno = 0;
  double bad = sqrt(minus);
  printf("%d %d\n", isnan(bad) != 0, errno == EDOM);
  float complex z = 1.5f + 2 * I, w = -0.25f + 3 * I;
  float complex q = z / w, p = z * w;
  printf("%.6f %.6f %.6f %.6f\n", (double)crealf(q), (double)cimagf(q), (double)crealf(p),
         (double)cimagf(p));
  volatile double whole = 0;
  double rest = modf(minus * 2.75, (double *)&whole);
  printf("%g %g %d\n", rest, whole, ilogb(1000.0));
  return 0;
}
