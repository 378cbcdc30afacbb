// abs and the element-wise min, max and abs on scalars.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  volatile int a = -7, b = 3;
  volatile unsigned ua = 5, ub = 0xFFFFFFF0u;
  volatile long la = -(1l << 40), lb = 1l << 40;
  volatile double da = -0.5, db = 2;
  printf("%d %d %d\n", __builtin_elementwise_min((int)a, (int)b),
         __builtin_elementwise_max((int)a, (int)b), __builtin_elementwise_abs((int)a));
  printf("%u %u\n", __builtin_elementwise_min((unsigned)ua, (unsigned)ub),
         __builtin_elementwise_max((unsigned)ua, (unsigned)ub));
  printf("%ld %ld %ld\n", __builtin_elementwise_min((long)la, (long)lb),
         __builtin_elementwise_max((long)la, (long)lb), __builtin_elementwise_abs((long)la));
  printf("%g %g %g\n", __builtin_elementwise_min((double)da, (double)db),
         __builtin_elementwise_max((double)da, (double)db), __builtin_elementwise_abs((double)da));
  int8_t s = -128, t = 127;
  uint8_t us = 128, ut = 127;
  printf("%d %d\n", __builtin_elementwise_max(s, t), __builtin_elementwise_max(us, ut));
  // The element-wise abs of the least value wraps to itself.
  printf("%d %d\n", __builtin_elementwise_abs(s), __builtin_elementwise_abs((int)INT_MIN));
  printf("%d %ld %lld\n", abs(a), labs(la), llabs(-9ll));
  printf("%d %ld\n", __builtin_abs(a), __builtin_labs(la));
  div_t d = div(-17, 5);
  ldiv_t l = ldiv(la, 7);
  printf("%d %d %ld %ld\n", d.quot, d.rem, l.quot, l.rem);
  return 0;
}
