// popcount, clz, ctz, ffs, parity and clrsb at every width.
#include <stdint.h>
#include <stdio.h>

static void show(uint64_t v) {
  unsigned w = (unsigned)v;
  printf("%d %d %d %d ", __builtin_popcountll(v), __builtin_clzll(v), __builtin_ctzll(v),
         __builtin_parityll(v));
  printf("%d %d ", __builtin_ffsll((long long)v), __builtin_clrsbll((long long)v));
  printf("| %d %d %d", __builtin_popcount(w), __builtin_parity(w), __builtin_ffs((int)w));
  if (w)
    printf(" %d %d", __builtin_clz(w), __builtin_ctz(w));
  printf(" %d\n", __builtin_clrsb((int)w));
}

int main(void) {
  show(1);
  show(0x80000000);
  show(0x100000000);
  show(UINT64_MAX);
  show(0xF0F0F0F0F0F0F0F0ull);
  show(1ull << 63);
  show(12345678901234567ull);
  printf("%d %d\n", __builtin_popcount(0), __builtin_ffs(0));
  uint16_t h = 0x0140;
  uint8_t b = 0x10;
  printf("%d %d %d\n", __builtin_popcountg(h), __builtin_clzg(h), __builtin_ctzg(b));
  printf("%d %d\n", __builtin_clzg((uint8_t)0, -7), __builtin_ctzg(0ull, 99));
  unsigned __int128 big = (unsigned __int128)5 << 90;
  printf("%d %d %d\n", __builtin_popcountg(big), __builtin_clzg(big), __builtin_ctzg(big));
  int log2sum = 0;
  for (unsigned v = 1; v < 1000; v++)
    log2sum += 31 - __builtin_clz(v);
  printf("%d\n", log2sum);
  return __builtin_ctz(96);
}
