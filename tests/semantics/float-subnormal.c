// Subnormal numbers: gradual underflow, no flush to zero.
#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t bits(float f) {
  uint32_t u;
  memcpy(&u, &f, sizeof u);
  return u;
}

int main(void) {
  volatile float tiny = FLT_MIN;
  float f = tiny;
  int halvings = 0;
  while (f > 0) {
    f /= 2;
    halvings++;
  }
  printf("%d\n", halvings);
  printf("%08x %08x\n", bits(tiny / 2), bits(tiny / 3));
  printf("%08x %08x\n", bits(tiny - tiny / 4), bits(-tiny / 1024));
  volatile double d = DBL_MIN;
  printf("%a %a %a\n", d, d / 2, d / 4503599627370496.0);
  printf("%d\n", d / 9007199254740992.0 == 0);
  volatile double small = 1e-42;
  printf("%08x\n", bits((float)small));
  printf("%.9g\n", (double)(float)small);
  volatile float a = 1.5e-40f, b = 1.25e-40f;
  printf("%d %08x\n", a - b != 0, bits(a - b));
  return halvings;
}
