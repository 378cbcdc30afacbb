// Unions read through a member other than the one written.
#include <stdint.h>
#include <stdio.h>

union word {
  uint64_t q;
  uint32_t d[2];
  uint16_t w[4];
  uint8_t b[8];
  int8_t s[8];
  double f;
};

int main(void) {
  union word u = {.q = 0x8899AABBCCDDEEFFull};
  printf("%x %x\n", u.d[0], u.d[1]);
  for (int i = 0; i < 4; i++)
    printf("%x ", u.w[i]);
  for (int i = 0; i < 8; i++)
    printf("%d ", u.s[i]);
  putchar('\n');
  u.b[3] = 0x12;
  u.w[3] ^= 0xFFFF;
  printf("%llx\n", (unsigned long long)u.q);
  u.f = -1.5;
  printf("%llx %x\n", (unsigned long long)u.q, u.d[1]);
  u.b[7] &= 0x7F;
  printf("%g\n", u.f);
  u.q++;
  printf("%.17g\n", u.f);
  union word v = u;
  v.d[0] = 0;
  v.d[1] = 0x40590000;
  printf("%g %d\n", v.f, v.f > u.f);
  printf("%zu\n", sizeof(union word));
  return u.b[6] >> 4;
}
