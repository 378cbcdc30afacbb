// Atomic float and double: load, store, arithmetic, exchange.
#include <stdatomic.h>
#include <stdio.h>

static _Atomic float f = 1.5f;
static _Atomic double d = 0.1;

int main(void) {
  f += 2;
  f *= 3;
  f -= 0.25f;
  float old = f++;
  printf("%g %g\n", (double)old, (double)f);
  d = d + 0.2;
  printf("%.17g\n", d);
  d /= 3;
  printf("%.17g\n", d);
  double was = atomic_exchange(&d, -2.5);
  printf("%.17g %g\n", was, d);
  double expected = -2.5;
  _Bool ok = atomic_compare_exchange_strong(&d, &expected, 8);
  printf("%d %g\n", ok, d);
  old = atomic_fetch_add(&f, 1.25f);
  printf("%g %g\n", (double)old, (double)f);
  double olds = atomic_fetch_sub(&d, 0.5);
  printf("%g %g\n", olds, d);
  atomic_store(&f, 7);
  return (int)f;
}
