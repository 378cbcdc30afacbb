// The representation of floats and doubles, through unions and memcpy.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union fbits {
  float f;
  uint32_t u;
  uint8_t b[4];
};

static uint64_t dbits(double d) {
  uint64_t u;
  memcpy(&u, &d, sizeof u);
  return u;
}

static float fast_inverse_sqrt(float x) {
  union fbits v = {x};
  v.u = 0x5F3759DF - (v.u >> 1);
  float half = x * 0.5f, square = v.f * v.f;
  float step = half * square;
  return v.f * (1.5f - step);
}

int main(void) {
  static const float in[] = {0, 1, -2, 0.1f, 3.4e38f, 1e-40f};
  for (int i = 0; i < 6; i++) {
    union fbits v = {in[i]};
    printf("%08x s%u e%u m%06x b%02x\n", v.u, v.u >> 31, v.u >> 23 & 255, v.u & 0x7FFFFF, v.b[3]);
  }
  printf("%016llx %016llx\n", (unsigned long long)dbits(0.1), (unsigned long long)dbits(-1e300));
  double d;
  uint64_t u = 0x400921FB54442D18;
  memcpy(&d, &u, sizeof d);
  printf("%.15f\n", d);
  for (int i = 0; i < 3; i++) {
    u++;
    memcpy(&d, &u, sizeof d);
    printf("%.17g\n", d);
  }
  printf("%.6f\n", (double)fast_inverse_sqrt(4));
  return 0;
}
