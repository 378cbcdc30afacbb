// Comparisons, branches and selection on floats and doubles.
#include <stdio.h>
#include <stdlib.h>

static int order(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double clamp(double v, double lo, double hi) {
  return v < lo ? lo : v > hi ? hi : v;
}
static float fmaxi(float a, float b) {
  return a > b ? a : b;
}

int main(void) {
  double v[] = {3.5, -1, 1e-300, -1e-300, 0, 2.25, 1e300, -1e300};
  qsort(v, 8, sizeof *v, order);
  for (int i = 0; i < 8; i++)
    printf("%g ", v[i]);
  putchar('\n');
  for (double d = -2; d <= 2; d += 1)
    printf("%g ", clamp(d, -1, 1.5));
  putchar('\n');
  printf("%g %g\n", (double)fmaxi(1, 2), (double)fmaxi(-1, -2));
  float f = 0.1f;
  double tenth = 0.1;
  printf("%d %d %d\n", f == tenth, f > tenth, f == 0.1f);
  int zero = 0, positive = 0;
  for (double d = -1; d < 1; d += 0.25) {
    if (!d)
      zero++;
    if (d && d > 0)
      positive++;
  }
  printf("%d %d\n", zero, positive);
  int n = 0;
  for (float x = 0; x != 1; x += 0.125f)
    n++;
  return n;
}
