// The constants of float.h hold for the arithmetic that is done.
#include <float.h>
#include <stdio.h>

int main(void) {
  printf("%d %d %d\n", FLT_RADIX, FLT_MANT_DIG, DBL_MANT_DIG);
  printf("%d %d %d %d\n", FLT_MAX_EXP, FLT_MIN_EXP, DBL_MAX_EXP, DBL_MIN_EXP);
  printf("%d %d %d\n", FLT_DIG, DBL_DIG, DECIMAL_DIG);
  printf("%g %g %g\n", (double)FLT_MAX, (double)FLT_MIN, (double)FLT_EPSILON);
  printf("%g %g %g\n", DBL_MAX, DBL_MIN, DBL_EPSILON);
  printf("%d %d\n", FLT_EVAL_METHOD, FLT_ROUNDS);
  volatile double one = 1, eps = DBL_EPSILON;
  printf("%d %d\n", one + eps != one, one + eps / 2 == one);
  volatile float f = 1, feps = FLT_EPSILON;
  printf("%d %d\n", f + feps != f, f + feps / 2 == f);
  int digits = 0;
  for (double d = 1; d + 1 != d; d *= 2)
    digits++;
  return digits;
}
