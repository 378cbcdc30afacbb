// printf of integers: conversions, length modifiers, flags, width, precision.
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  int n = -42;
  unsigned u = 3000000000u;
  printf("%d|%i|%u|%x|%X|%o\n", n, n, u, u, u, u);
  printf("%5d|%-5d|%05d|%+d|% d\n", 42, 42, 42, 42, 42);
  printf("%5d|%-5d|%05d|%+d|% d\n", n, n, n, n, n);
  printf("%#x|%#X|%#o|%#x|%#o\n", 255u, 255u, 8u, 0u, 0u);
  printf("%.3d|%8.3d|%-8.3d|%+.3d|%.0d|\n", 7, 7, 7, 7, 0);
  printf("%08x|%#10x|%-#10x|%#.5x\n", 0xBEEFu, 0xBEEFu, 0xBEEFu, 0xBEu);
  printf("%*d|%-*d|%.*d|%*d\n", 6, 12, 6, 12, 4, 12, -6, 12);
  printf("%hhd %hhu %hd %hu\n", (signed char)-1, (unsigned char)255, (short)-1,
         (unsigned short)65535);
  printf("%ld %lu %lld %llu\n", LONG_MIN, ULONG_MAX, LLONG_MAX, 0ull);
  printf("%zu %zd %td %jd\n", sizeof(int), (ptrdiff_t)-1, (ptrdiff_t)-5, (intmax_t)-6);
  printf("%lx %llX %lo\n", 0xDEADBEEFCAFEul, 0xABCDEFull, 01234567ul);
  printf("%c|%3c|%-3c|\n", 'x', 'y', 'z');
  printf("%d%%|%d %d %d\n", 50, INT_MIN, INT_MAX, 0);
  int at = 0;
  int total = printf("%s%n%d\n", "four", &at, 12345);
  printf("%d %d\n", at, total);
  return total;
}
