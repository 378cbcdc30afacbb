// Floating builtins that become intrinsics.
#include <stdio.h>

int main(void) {
  volatile double a = -2.75, b = 9, nan = __builtin_nan("");
  volatile float f = -1.5f;
  printf("%g %g\n", __builtin_fabs(a), (double)__builtin_fabsf(f));
  printf("%g %g\n", __builtin_copysign(b, a), (double)__builtin_copysignf(3, f));
  printf("%g %g %g\n", __builtin_floor(a), __builtin_ceil(a), __builtin_trunc(a));
  printf("%g %g %g\n", __builtin_rint(a), __builtin_nearbyint(2.5), __builtin_round(a));
  printf("%g %g\n", __builtin_roundeven(2.5), __builtin_roundeven(-3.5));
  printf("%.17g %.9g\n", __builtin_sqrt(2 * b), (double)__builtin_sqrtf(-f));
  printf("%g\n", __builtin_fma(a, b, 0.25));
  printf("%g %g\n", __builtin_fmin(a, b), __builtin_fmax(a, b));
  printf("%g %g\n", __builtin_fmin(nan, b), __builtin_fmax(a, nan));
  printf("%g %g\n", (double)__builtin_fminf(f, 2), (double)__builtin_fmaxf(f, 2));
  printf("%ld %lld\n", __builtin_lround(a), __builtin_llrint(a));
  printf("%g %g\n", __builtin_powi(1.5, 5), __builtin_powi(2, -3));
  printf("%g\n", __builtin_ldexp(0.75, 4));
  int e;
  double m = __builtin_frexp(b, &e);
  printf("%g %d\n", m, e);
  printf("%g %g\n", __builtin_fmod(b, a), __builtin_inf());
  printf("%g %g\n", __builtin_elementwise_trunc(a), (double)__builtin_elementwise_floor(f));
  return (int)__builtin_fabs(a);
}
