// __float128: quad arithmetic and conversions.
#include <stdio.h>

typedef __float128 quad;

static quad poly(quad x) {
  return x * x * x - 2 * x + 1;
}

int main(void) {
  volatile double d = 1.0 / 3;
  quad third = (quad)1 / 3;
  printf("%d %.17g\n", third == (quad)d, (double)third);
  quad gap = third - (quad)d;
  printf("%.10g\n", (double)gap);
  printf("%.17g\n", (double)poly((quad)d));
  quad big = (quad)9007199254740993ll;
  printf("%lld %lld\n", (long long)big, (long long)(big * 3));
  printf("%d %d %d\n", big > third, -big < third, big == big + 1);
  quad sum = 0;
  for (int i = 1; i <= 10; i++)
    sum += (quad)1 / i;
  printf("%.17g %d\n", (double)sum, (int)(sum * 10));
  printf("%.9g\n", (double)(float)sum);
  return (int)sum;
}
