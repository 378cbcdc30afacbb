// math.h on generated numbers, in all three widths. Results are compared bit by bit: the VM uses
// the library of the machine it runs on.
#include "generate.h"
#include <complex.h>
#include <math.h>

static double number(void) {
  static const double edges[] = {0.0,  -0.0, 1.0,   -1.0,     0.5,       -2.5,   1e-310,   1e308,
                                 -1e9, 3.0,  1e-20, INFINITY, -INFINITY, 709.79, -745.133, 170.6};
  if (pick(3) == 0)
    return edges[pick(sizeof edges / sizeof *edges)];
  return ((double)(int64_t)pick(~0ull) - 4503599627370496.0) / (double)(1ull << (40 + pick(20)));
}

#define ONE(name)                                                                                  \
  errno = 0;                                                                                       \
  printf(#name " %a", name(a));                                                                    \
  printf(" %d %a %La\n", errno, (double)name##f((float)a), name##l((long double)a));
#define TWO(name)                                                                                  \
  errno = 0;                                                                                       \
  printf(#name " %a", name(a, b));                                                                 \
  printf(" %d %a %La\n", errno, (double)name##f((float)a, (float)b),                               \
         name##l((long double)a, (long double)b));
// Of two zeros either may come out; a zero added makes them one.
#define ORDER(name)                                                                                \
  printf(#name " %a %a %La\n", name(a, b) + 0.0, (double)name##f((float)a, (float)b) + 0.0,        \
         name##l((long double)a, (long double)b) + 0.0L);
#define INTEGER(name)                                                                              \
  if (fabs(a) < 1e15)                                                                              \
    printf(#name " %lld %lld %lld\n", (long long)name(a), (long long)name##f((float)a),            \
           (long long)name##l((long double)a));

static void functions(double a, double b) {
  ONE(sin)
  ONE(cos)
  ONE(tan)
  ONE(asin)
  ONE(acos)
  ONE(atan)
  ONE(sinh)
  ONE(cosh)
  ONE(tanh)
  ONE(asinh)
  ONE(acosh)
  ONE(atanh)
  ONE(exp)
  ONE(exp2)
  ONE(expm1)
  ONE(log)
  ONE(log2)
  ONE(log10)
  ONE(log1p)
  ONE(logb)
  ONE(sqrt)
  ONE(cbrt)
  ONE(floor)
  ONE(ceil)
  ONE(trunc)
  ONE(round)
  ONE(roundeven)
  ONE(rint)
  ONE(nearbyint)
  ONE(fabs)
  ONE(erf)
  ONE(erfc)
  ONE(tgamma)
  ONE(lgamma)
  ONE(exp10)
  TWO(pow)
  TWO(fmod)
  TWO(atan2)
  TWO(hypot)
  ORDER(fmin)
  ORDER(fmax)
  TWO(fdim)
  TWO(copysign)
  TWO(remainder)
  TWO(nextafter)
  TWO(drem)
  INTEGER(lround)
  INTEGER(llround)
  INTEGER(lrint)
  INTEGER(llrint)
}

static void pieces(double a, double b) {
  int exponent = 0, quotient = 0;
  double whole;
  float wholeFloat;
  long double wholeLong;
  printf("%a", frexp(a, &exponent));
  printf(" %d", isfinite(a) ? exponent : 0);
  printf(" %a %La", (double)frexpf((float)a, &exponent), frexpl(a, &exponent));
  printf(" %a", modf(a, &whole));
  printf(" %a", whole);
  printf(" %a %La\n", (double)modff((float)a, &wholeFloat), modfl(a, &wholeLong));
  const int by = (int)pick(200) - 100;
  printf("%a %a %La\n", ldexp(a, by), (double)ldexpf((float)a, by), ldexpl(a, by));
  printf("%a %a %La\n", scalbn(a, by), (double)scalbnf((float)a, by), scalbnl(a, by));
  printf("%a %a %La\n", scalbln(a, by), (double)scalblnf((float)a, by), scalblnl(a, by));
  printf("%a %a %La\n", fma(a, b, a), (double)fmaf((float)a, (float)b, 1), fmal(a, b, 2));
  printf("%a", remquo(a, b, &quotient));
  printf(" %d\n", isfinite(a) && b != 0 && isfinite(b) ? quotient & 7 : 0);
  printf("%a %a\n", nexttoward(a, b), nan("1"));
  double sine, cosine;
  sincos(a, &sine, &cosine);
  printf("%a %a %a %a %a\n", sine, cosine, j0(a), j1(a), y0(fabs(a)));
  printf("%d %d %d %d\n", isnan(a), isinf(a), finite(a) != 0, fpclassify(a));
  if (a != 0 && isfinite(a))
    printf("%d %d %d\n", ilogb(a), ilogbf((float)a + 1), ilogbl(a));
  const double complex z = a / 1e6 + b / 1e6 * I;
  printf("%a %a %a %a\n", cabs(z), carg(z), creal(conj(z)), cimag(conj(z)));
}

int main(int argc, char **argv) {
  seedFrom(argc, argv);
  for (int i = 0; i < 120; ++i) {
    const double a = number(), b = number();
    printf("%a %a\n", a, b);
    functions(a, b);
    pieces(a, b);
  }
  return 0;
}
