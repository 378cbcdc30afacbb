// Variadic functions mixing doubles and integers past the registers.
#include <stdarg.h>
#include <stdio.h>

static double weigh(const char *kinds, ...) {
  va_list ap;
  va_start(ap, kinds);
  double r = 0;
  for (int i = 1; *kinds; kinds++, i++)
    r += i * (*kinds == 'd' ? va_arg(ap, double) : va_arg(ap, int));
  va_end(ap);
  return r;
}

static double only(int n, ...) {
  double r = 0;
  va_list ap;
  va_start(ap, n);
  while (n--)
    r = r / 2 + va_arg(ap, double);
  va_end(ap);
  return r;
}

int main(void) {
  float f = 0.25f;
  printf("%g\n", weigh("dd", 1.5, -2.0));
  printf("%g\n", weigh("didid", 1.5, 10, 2.5, 20, 3.5));
  // A float argument arrives as a double.
  printf("%g\n", weigh("idid", 1, f, 2, f * 2));
  printf("%g\n", weigh("iiiiiiiidddddddddd", 1, 2, 3, 4, 5, 6, 7, 8, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5,
                       6.5, 7.5, 8.5, 9.5));
  printf("%.10g\n", only(11, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0));
  return (int)only(1, 7.75);
}
