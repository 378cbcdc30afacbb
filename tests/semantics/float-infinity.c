// Infinity from overflow and division, and what arithmetic does with it.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
  volatile double max = DBL_MAX, one = 1;
  double inf = INFINITY;
  double over = max * 2;
  printf("%d %d\n", over == inf, -over == -inf);
  printf("%f %f %g %e\n", over, -over, inf + 1, -inf);
  printf("%g %g\n", one / inf, -one / inf);
  printf("%d %d %d\n", inf > max, -inf < -max, inf == inf + inf);
  volatile float fmax = FLT_MAX;
  float fover = fmax * fmax;
  printf("%g %g\n", (double)fover, (double)-fover);
  // Too big for float, fine for double.
  volatile double wide = 1e300;
  printf("%g %d\n", (double)(float)wide, (float)wide > fmax);
  printf("%d %d %d\n", isinf(inf) != 0, isinf(max) != 0, isfinite(max) != 0);
  int steps = 0;
  for (double d = 1; d < inf; d *= 1e10)
    steps++;
  printf("%d\n", steps);
  return steps;
}
