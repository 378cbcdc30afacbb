// Extremes of long and long long, in expressions and as literals.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  long long max = LLONG_MAX, min = LLONG_MIN;
  printf("%lld %lld\n", max, min);
  printf("%lld %lld\n", max - 1, min + 1);
  printf("%lld %lld\n", max + min, -(min + 1));
  printf("%llu %llu\n", (unsigned long long)min, (unsigned long long)max + 1);
  printf("%d %d %d\n", max > min, -1ll < max, (unsigned long long)-1 > 0);
  printf("%lld %lld\n", max / 2 * 2, min / 2 * 2);
  printf("%lld %lld\n", max >> 32, min >> 32);
  printf("%lld\n", 3037000499ll * 3037000499ll);
  printf("%llx\n", 0xFFFFFFFFull * 0xFFFFFFFFull);
  printf("%lld %lld\n", max % 1000, min % 1000);
  printf("%d %u %ld\n", INT_MIN, UINT_MAX, (long)INT_MIN * INT_MIN);
  printf("%jd %ju\n", INTMAX_MIN, UINTMAX_MAX);
  long long n = 27, steps = 0, peak = 0;
  while (n != 1) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    peak = n > peak ? n : peak;
    steps++;
  }
  printf("%lld %lld\n", steps, peak);
  return (int)steps;
}
