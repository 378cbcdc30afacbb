// inline, static inline and extern inline definitions.
#include <stdio.h>

inline int exported(int v) {
  return v + 1;
}
extern inline int exported(int v);

static inline int clamp(int v, int lo, int hi) {
  return v < lo ? lo : v > hi ? hi : v;
}

static inline int counted(void) {
  static int n;
  return ++n;
}

static inline __attribute__((always_inline)) int power(int base, unsigned exponent) {
  int r = 1;
  while (exponent) {
    if (exponent & 1)
      r *= base;
    exponent >>= 1;
    if (exponent)
      base *= base;
  }
  return r;
}

static __attribute__((noinline)) int apply(int (*f)(int), int v) {
  return f(f(v));
}

int main(void) {
  printf("%d %d\n", exported(4), apply(exported, 10));
  printf("%d %d %d\n", clamp(-5, 0, 9), clamp(5, 0, 9), clamp(50, 0, 9));
  int total = 0;
  for (int i = 0; i < 4; i++)
    total = total * 10 + counted();
  printf("%d\n", total);
  printf("%d %d %d\n", power(3, 5), power(-2, 31), power(7, 0));
  return counted();
}
