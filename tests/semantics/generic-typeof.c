// _Generic, typeof, __auto_type, __builtin_choose_expr, types_compatible_p.
#include <stdio.h>

#define NAME(x)                                                                                    \
  _Generic((x),                                                                                    \
      _Bool: "bool",                                                                               \
      char: "char",                                                                                \
      signed char: "schar",                                                                        \
      int: "int",                                                                                  \
      unsigned: "unsigned",                                                                        \
      long: "long",                                                                                \
      float: "float",                                                                              \
      double: "double",                                                                            \
      char *: "string",                                                                            \
      int (*)(int): "function",                                                                    \
      default: "other")

#define SWAP(a, b)                                                                                 \
  do {                                                                                             \
    __typeof__(a) _t = (a);                                                                        \
    (a) = (b);                                                                                     \
    (b) = _t;                                                                                      \
  } while (0)

#define TWICE(x)                                                                                   \
  __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(x), double), (x) * 2.0,            \
                        twice((int)(x)))

static int twice(int v) {
  return v << 1;
}
static int inc(int v) {
  return v + 1;
}

int main(void) {
  char c = 'c';
  short s = 1;
  printf("%s %s %s %s\n", NAME(c), NAME(c + c), NAME(s), NAME(s + 1u));
  printf("%s %s %s %s\n", NAME(1.0f), NAME(1.0f * 1.0), NAME(1 < 2), NAME((_Bool)1));
  printf("%s %s %s %s\n", NAME("x"), NAME(inc), NAME(1l ? 1 : 2l), NAME(&c));
  double a = 1.5, b = 2.5;
  SWAP(a, b);
  char *p = "p", *q = "q";
  SWAP(p, q);
  printf("%g %g %s %s\n", a, b, p, q);
  int n = 5;
  printf("%d %g\n", TWICE(n), TWICE(a));
  __auto_type f = inc;
  __typeof__(int[3]) arr = {f(1), f(2), f(3)};
  __typeof__(arr[0]) *last = &arr[2];
  return *last;
}
