// bswap, bitreverse and the rotate builtins at every width.
#include <stdint.h>
#include <stdio.h>

int main(void) {
  volatile uint64_t in = 0x0123456789ABCDEFull;
  uint64_t v = in;
  printf("%04x %08x %016llx\n", __builtin_bswap16((uint16_t)v), __builtin_bswap32((uint32_t)v),
         (unsigned long long)__builtin_bswap64(v));
  printf("%02x %04x %08x %016llx\n", __builtin_bitreverse8((uint8_t)v),
         __builtin_bitreverse16((uint16_t)v), __builtin_bitreverse32((uint32_t)v),
         (unsigned long long)__builtin_bitreverse64(v));
  for (unsigned n = 0; n < 70; n += 17) {
    printf("%02x %02x ", __builtin_rotateleft8((uint8_t)v, (uint8_t)n),
           __builtin_rotateright8((uint8_t)v, (uint8_t)n));
    printf("%04x %04x ", __builtin_rotateleft16((uint16_t)v, (uint16_t)n),
           __builtin_rotateright16((uint16_t)v, (uint16_t)n));
    printf("%08x %08x ", __builtin_rotateleft32((uint32_t)v, n),
           __builtin_rotateright32((uint32_t)v, n));
    printf("%016llx %016llx\n", (unsigned long long)__builtin_rotateleft64(v, n),
           (unsigned long long)__builtin_rotateright64(v, n));
  }
  // Swapping bytes in both orders comes back to the start.
  printf("%d\n", __builtin_bswap64(__builtin_bswap64(v)) == v);
  printf("%x\n", __builtin_bitreverse32(__builtin_bswap32((uint32_t)v)));
  return __builtin_rotateleft8(0x81, 1);
}
