// printf of floating values: %f %e %g %a, precision, flags, special values.
#include <math.h>
#include <stdio.h>

int main(void) {
  double pi = 3.14159265358979;
  printf("%f|%e|%g|%E|%G\n", pi, pi, pi, pi, pi);
  printf("%.0f|%.1f|%.10f|%#.0f\n", pi, pi, pi, pi);
  printf("%10.3f|%-10.3f|%010.3f|%+.2f|% .2f\n", pi, pi, pi, pi, pi);
  printf("%10.3f|%-10.3f|%010.3f|%+.2f|% .2f\n", -pi, -pi, -pi, -pi, -pi);
  printf("%.3e|%12.2e|%-12.2e|%.0e|%#.0e\n", 12345.678, 0.00012, 1e100, 5.5, 5.5);
  printf("%g %g %g %g %g\n", 100000.0, 1000000.0, 0.0001, 0.00001, 1e300);
  printf("%.3g %.10g %#g %.0g\n", 1234.5, 1234.5, 1.5, 0.05);
  printf("%f %e %g\n", 0.0, 0.0, -0.0);
  printf("%f %F %5.1f|%-6e|\n", INFINITY, -INFINITY, INFINITY, INFINITY);
  printf("%.15g %.17g %.20f\n", 0.1, 0.1, 0.1);
  printf("%.2f %.2f %.1f %.0f\n", 1.005, 2.675, 0.25, 1e22);
  printf("%a %a %.2a %A\n", 1.0, -0.1, 3.999, 255.5);
  printf("%*.*f|%-*.*f|\n", 9, 2, pi, 9, 3, pi);
  printf("%g %g\n", (double)0.1f, (double)(1 / 3.0f));
  printf("%f\n", 123456789012345678.0);
  return (int)pi;
}
