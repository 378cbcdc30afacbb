// __builtin_*_overflow on unsigned types, and carry chains.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static void show(unsigned a, unsigned b) {
  unsigned r;
  printf("%d", __builtin_uadd_overflow(a, b, &r));
  printf(" %u", r);
  printf(" %d", __builtin_usub_overflow(a, b, &r));
  printf(" %u", r);
  printf(" %d", __builtin_umul_overflow(a, b, &r));
  printf(" %u\n", r);
}

int main(void) {
  show(1, 2);
  show(UINT_MAX, 1);
  show(65536, 65535);
  show(65536, 65536);
  uint64_t q;
  printf("%d ", __builtin_mul_overflow(UINT64_MAX, 2ull, &q));
  printf("%llu ", (unsigned long long)q);
  printf("%d ", __builtin_mul_overflow(1ull << 32, (1ull << 32) - 1, &q));
  printf("%llu\n", (unsigned long long)q);
  uint16_t h;
  printf("%d ", __builtin_add_overflow((uint16_t)65535, (uint16_t)1, &h));
  printf("%d\n", h);
  unsigned long long a[3] = {~0ull, ~0ull, 5}, b[3] = {1, 0, 7}, carry = 0;
  for (int i = 0; i < 3; i++) {
    a[i] = __builtin_addcll(a[i], b[i], carry, &carry);
    printf("%llx,%llu ", a[i], carry);
  }
  putchar('\n');
  unsigned borrow = 0, low = __builtin_subc(3u, 5u, 0u, &borrow);
  unsigned high = __builtin_subc(9u, 4u, borrow, &borrow);
  printf("%u %u %u\n", low, high, borrow);
  return 0;
}
