// Sign and zero extension between all integer types.
#include <stdint.h>
#include <stdio.h>

static int64_t from_s8(int8_t v) {
  return v;
}
static int64_t from_u8(uint8_t v) {
  return v;
}
static int64_t from_s16(int16_t v) {
  return v;
}
static int64_t from_u16(uint16_t v) {
  return v;
}
static int64_t from_s32(int32_t v) {
  return v;
}
static int64_t from_u32(uint32_t v) {
  return v;
}
static uint64_t to_u64(int8_t v) {
  return (uint64_t)v;
}
static uint16_t to_u16(int8_t v) {
  return (uint16_t)v;
}

int main(void) {
  static const uint32_t in[] = {0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0x7FFFFFFF, 0x80000000u};
  for (unsigned i = 0; i < sizeof in / sizeof *in; i++)
    printf("%ld %ld %ld %ld %ld %ld\n", (long)from_s8((int8_t)in[i]), (long)from_u8((uint8_t)in[i]),
           (long)from_s16((int16_t)in[i]), (long)from_u16((uint16_t)in[i]),
           (long)from_s32((int32_t)in[i]), (long)from_u32(in[i]));
  printf("%llx %x\n", (unsigned long long)to_u64(-2), to_u16(-2));
  unsigned u = (unsigned)-1;
  long l = (long)u;
  long m = (int)u;
  printf("%ld %ld %d\n", l, m, l == m);
  return 0;
}
