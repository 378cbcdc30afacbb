// Conversions from floating types to integers truncate toward zero.
#include <stdint.h>
#include <stdio.h>

static void convert(double d) {
  printf("%d %ld %lld %d %d\n", (int)d, (long)d, (long long)(float)d, (short)d, (signed char)d);
}

int main(void) {
  convert(0.99);
  convert(-0.99);
  convert(2.5);
  convert(-2.5);
  convert(126.999);
  convert(-127.001);
  volatile double big = 4294967295.0, huge = 1.8e19;
  printf("%u %lu\n", (unsigned)big, (unsigned long)big);
  printf("%llu\n", (unsigned long long)huge);
  volatile double edge = 9223372036854774784.0;
  printf("%lld %lld\n", (long long)edge, (long long)-edge);
  printf("%d\n", (long long)-9223372036854775808.0 == INT64_MIN);
  volatile float f = 3e9f;
  printf("%u %lld\n", (unsigned)f, (long long)f);
  f = 255.9f;
  printf("%d\n", (uint8_t)f);
  int i = 0;
  i += 3.7;
  i += 3.7;
  printf("%d\n", i);
  unsigned char sat = 0;
  for (double d = 0; d < 3; d += 0.3)
    sat += (unsigned char)(d * 10);
  printf("%d\n", sat);
  return (int)42.9f;
}
