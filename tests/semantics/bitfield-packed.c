// Packed bit-fields that cross byte and word borders.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) frame {
  uint8_t kind : 3;
  uint32_t length : 29;
  uint16_t id : 13;
  int32_t delta : 22;
  uint64_t stamp : 45;
};

int main(void) {
  struct frame f;
  memset(&f, 0, sizeof f);
  f.kind = 6;
  f.length = 0x12345678;
  f.id = 0x1ABC;
  f.delta = -1000000;
  f.stamp = 0x1122334455ull << 4;
  printf("%zu\n", sizeof f);
  unsigned char raw[sizeof f];
  memcpy(raw, &f, sizeof f);
  for (size_t i = 0; i < sizeof raw; i++)
    printf("%02x", raw[i]);
  putchar('\n');
  printf("%d %x %x %d %llx\n", f.kind, (unsigned)f.length, f.id, f.delta,
         (unsigned long long)f.stamp);
  f.delta += 1500000;
  f.length++;
  f.id = 0;
  printf("%d %x %x %d %llx\n", f.kind, (unsigned)f.length, f.id, f.delta,
         (unsigned long long)f.stamp);
  for (size_t i = 0; i < sizeof raw; i++)
    raw[i] ^= 0x5A;
  memcpy(&f, raw, sizeof f);
  printf("%d %x %x %d\n", f.kind, (unsigned)f.length, f.id, f.delta);
  return f.kind;
}
