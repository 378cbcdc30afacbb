// Truncating conversions between all integer types.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static void narrow(unsigned long long v) {
  printf("%d %d %d %d %d %u %lld %d\n", (int8_t)v, (uint8_t)v, (int16_t)v, (uint16_t)v, (int32_t)v,
         (uint32_t)v, (long long)(int64_t)v, (bool)v);
}

static int8_t through_return(int v) {
  return (int8_t)v;
}
static unsigned through_argument(uint8_t v) {
  return v;
}

int main(void) {
  narrow(0);
  narrow(0x7F);
  narrow(0x80);
  narrow(0x17FFF);
  narrow(0x8000);
  narrow(0x180000000ull);
  narrow(0xFEDCBA9876543210ull);
  narrow(UINT64_MAX);
  printf("%d %d\n", through_return(200), through_return(-200));
  printf("%u %u\n", through_argument((uint8_t)511), through_argument((uint8_t)-1));
  int x = 0x12345678;
  printf("%x %x\n", (int)(int8_t)(x >> 4), (int)(int16_t)(x >> 12));
  // A chain of casts: each step loses or copies its own sign bit.
  printf("%ld %lu\n", (long)(int8_t)(uint16_t)0xFF80u,
         (unsigned long)(int32_t)(uint16_t)(int8_t)-2);
  return (uint8_t)0x1FF - 200;
}
