// long double keeps 64 bits of mantissa and converts both ways.
#include <float.h>
#include <stdio.h>

static long double half(long double v) {
  return v / 2;
}

struct boxed {
  char tag;
  long double v;
};

static struct boxed box(char tag, long double v) {
  struct boxed b = {tag, v};
  return b;
}

int main(void) {
  volatile long double third = 1.0L / 3;
  printf("%.21Lf\n", third);
  printf("%d\n", third == 1.0 / 3);
  long double big = 9223372036854775807LL;
  printf("%.1Lf %.1Lf\n", big, big + 2);
  printf("%lld %llu\n", (long long)big, (unsigned long long)(big * 2));
  printf("%.5Lf %d\n", half(5), (int)half(-5));
  printf("%.17g\n", (double)third);
  printf("%d %d\n", third<0.5L, -third> third);
  struct boxed b = box('q', 2.5L);
  printf("%c %.2Lf %zu\n", b.tag, b.v + 1, sizeof b);
  long double sum = 0;
  for (int i = 1; i <= 20; i++)
    sum += 1.0L / i;
  printf("%.15Lf %Lg\n", sum, sum * 1e100L);
  printf("%d\n", LDBL_MANT_DIG);
  return (int)sum;
}
