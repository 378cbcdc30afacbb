// _Float16: storage, arithmetic rounded to eleven bits, conversions.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef _Float16 half;

static uint16_t bits(half h) {
  uint16_t u;
  memcpy(&u, &h, sizeof u);
  return u;
}

static half scale(half a, half b) {
  return a * b;
}

int main(void) {
  half one = 1, third = (half)(1.0f / 3);
  printf("%04x %04x %04x\n", bits(one), bits(third), bits(-third));
  printf("%g\n", (double)third);
  half sum = 0;
  for (int i = 0; i < 10; i++)
    sum += (half)0.1f;
  printf("%g %04x\n", (double)sum, bits(sum));
  half big = 2048;
  printf("%g %g\n", (double)(half)(big + one), (double)scale(big, 3));
  printf("%d %d %d\n", one<third, one> third, one == (half)1.0);
  printf("%d %u\n", (int)scale(third, 100), (unsigned)big);
  half arr[3] = {(half)1.5f, (half)-2.25f, (half)1000};
  float total = 0;
  for (int i = 0; i < 3; i++)
    total += arr[i];
  printf("%g %zu\n", (double)total, sizeof arr);
  volatile float wide = 70000;
  printf("%04x\n", bits((half)wide));
  return (int)arr[0];
}
