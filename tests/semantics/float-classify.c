// isnan, isinf, isnormal, fpclassify and signbit on every class of value.
#include <float.h>
#include <math.h>
#include <stdio.h>

static const char *name(double v) {
  switch (fpclassify(v)) {
  case FP_NAN:
    return "nan";
  case FP_INFINITE:
    return "infinite";
  case FP_ZERO:
    return "zero";
  case FP_SUBNORMAL:
    return "subnormal";
  default:
    return "normal";
  }
}

int main(void) {
  volatile double v[] = {0.0, -0.0, 1.0, -DBL_MAX, DBL_MIN, 5e-324, INFINITY, -INFINITY, NAN};
  for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
    double d = v[i];
    float f = (float)d;
    printf("%s nan%d inf%d fin%d norm%d", name(d), isnan(d) != 0, isinf(d) != 0, isfinite(d) != 0,
           isnormal(d) != 0);
    if (!isnan(d))
      printf(" sign%d", signbit(d) != 0);
    printf(" | nan%d inf%d fin%d norm%d\n", isnan(f) != 0, isinf(f) != 0, isfinite(f) != 0,
           isnormal(f) != 0);
  }
  printf("%d %d\n", __builtin_isinf_sign(v[6]), __builtin_isinf_sign(v[7]));
  return 0;
}
