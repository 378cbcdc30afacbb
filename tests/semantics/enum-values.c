// Enumerators: implicit, negative, repeated and wide values.
#include <stdio.h>

enum plain { A, B, C = 10, D, E = B, F };
enum sign { MINUS = -5, NEXT, ZERO = 0 };
enum wide { BIG = 0x100000000, BIGGER };
enum flags { R = 1, W = R << 1, X = W << 1, ALL = R | W | X };

static enum plain next(enum plain p) {
  return p == F ? A : (enum plain)(p + 1);
}

static const char *name(enum sign s) {
  switch (s) {
  case MINUS:
    return "minus";
  case NEXT:
    return "next";
  case ZERO:
    return "zero";
  }
  return "none";
}

int main(void) {
  printf("%d %d %d %d %d %d\n", A, B, C, D, E, F);
  printf("%d %d %d\n", MINUS, NEXT, ZERO);
  enum wide w = BIGGER;
  printf("%lld %zu\n", (long long)w, sizeof w);
  enum plain p = next(F);
  p = next(p);
  printf("%d\n", p);
  printf("%s %s %s\n", name(MINUS), name((enum sign) - 4), name((enum sign)0));
  unsigned mask = ALL & ~(unsigned)W;
  for (enum flags f = R; f <= X; f = (enum flags)(f << 1))
    printf("%d", !!(mask & f));
  putchar('\n');
  enum { LOCAL = sizeof(int) * 3 };
  int arr[LOCAL];
  for (int i = 0; i < LOCAL; i++)
    arr[i] = i * i;
  return arr[LOCAL - 1];
}
