// Rotation idioms on 8 to 64 bits, with the amount masked.
#include <stdint.h>
#include <stdio.h>

static uint8_t rotl8(uint8_t v, unsigned n) {
  n &= 7;
  return (uint8_t)(v << n | v >> (-n & 7));
}
static uint16_t rotr16(uint16_t v, unsigned n) {
  n &= 15;
  return (uint16_t)(v >> n | v << (-n & 15));
}
static uint32_t rotl32(uint32_t v, unsigned n) {
  return v << (n & 31) | v >> (-n & 31);
}
static uint64_t rotr64(uint64_t v, unsigned n) {
  return v >> (n & 63) | v << (-n & 63);
}

int main(void) {
  for (unsigned n = 0; n < 40; n += 3)
    printf("%02x %04x %08x %016llx\n", rotl8(0x96, n), rotr16(0xF00D, n), rotl32(0x12345678, n),
           (unsigned long long)rotr64(0x0123456789ABCDEFull, n));
  uint32_t h = 0x9E3779B9;
  for (unsigned n = 0; n < 100; n++)
    h = rotl32(h, n) * 5 + 0xE6546B64;
  printf("%08x\n", h);
  return 0;
}
