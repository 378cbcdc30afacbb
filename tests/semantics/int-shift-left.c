// Left shifts of unsigned types of every width by every legal amount.
#include <stdint.h>
#include <stdio.h>

int main(void) {
  uint32_t x = 0x80000001u;
  for (unsigned s = 0; s < 32; s += 5)
    printf("%08x ", x << s);
  putchar('\n');
  uint64_t y = 0x8000000100000003ull;
  for (unsigned s = 0; s < 64; s += 9)
    printf("%016llx\n", (unsigned long long)(y << s));
  // The promoted operand keeps bits past the width until it is stored back.
  uint8_t b = 0xC3;
  for (int s = 0; s < 8; s += 2) {
    uint8_t r = (uint8_t)(b << s);
    printf("%x/%x ", b << s, r);
  }
  putchar('\n');
  uint16_t h = 0xBEEF;
  h <<= 4;
  printf("%x\n", h);
  h <<= 12;
  printf("%x\n", h);
  unsigned char amount = 31;
  printf("%u %llu\n", 1u << amount, 1ull << (amount + 32));
  x = 1;
  for (int i = 0; i < 31; i++)
    x <<= 1;
  printf("%u\n", x);
  return (int)(x >> 31);
}
