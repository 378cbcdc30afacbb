// 64-bit bit-fields and fields that leave little room between them.
#include <stdint.h>
#include <stdio.h>

struct wide {
  uint64_t lo : 33;
  uint64_t hi : 31;
  uint64_t full : 64;
  int64_t s : 63;
  uint64_t bit : 1;
};

int main(void) {
  struct wide w = {0};
  w.lo = UINT64_C(0x1FFFFFFFF);
  printf("%llx %llx\n", (unsigned long long)w.lo, (unsigned long long)w.hi);
  w.hi = 0x12345678;
  w.lo += 2;
  printf("%llx %llx\n", (unsigned long long)w.lo, (unsigned long long)w.hi);
  w.full = UINT64_MAX;
  w.full >>= 3;
  w.s = -5;
  w.bit = 1;
  printf("%llx %lld %d\n", (unsigned long long)w.full, (long long)w.s, (int)w.bit);
  w.s = INT64_MAX / 2;
  w.s++;
  printf("%lld %d\n", (long long)w.s, (int)w.bit);
  // 33 bits promote to the declared 64-bit type of the field.
  printf("%llx\n", (unsigned long long)(w.lo << 40));
  struct wide copy = w;
  copy.hi ^= 0xFF;
  printf("%llx %llx %zu\n", (unsigned long long)w.hi, (unsigned long long)copy.hi, sizeof w);
  return (int)(w.hi & 63);
}
