// align_up, align_down and is_aligned on integers and pointers.
#include <stdint.h>
#include <stdio.h>

int main(void) {
  for (unsigned v = 0; v < 70; v += 13)
    printf("%u %u %d\n", __builtin_align_up(v, 16), __builtin_align_down(v, 16),
           __builtin_is_aligned(v, 2));
  uint64_t big = 0x123456789ABCDEFull;
  printf("%llx %llx\n", (unsigned long long)__builtin_align_up(big, 1ull << 32),
         (unsigned long long)__builtin_align_down(big, 1ull << 32));
  _Alignas(64) char buf[192] = {0};
  char *p = buf + 70;
  char *up = __builtin_align_up(p, 64), *down = __builtin_align_down(p, 64);
  printf("%td %td\n", up - buf, down - buf);
  printf("%d %d\n", __builtin_is_aligned(p, 2), __builtin_is_aligned(p, 4));
  *up = 'u';
  *down = 'd';
  return buf[128] - buf[64];
}
