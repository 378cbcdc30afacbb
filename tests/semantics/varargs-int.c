// Variadic functions over integers of every promoted type.
#include <stdarg.h>
#include <stdio.h>

static long sum(int n, ...) {
  va_list ap;
  va_start(ap, n);
  long total = 0;
  for (int i = 0; i < n; i++)
    total += va_arg(ap, int);
  va_end(ap);
  return total;
}

static unsigned long long mixed(const char *kinds, ...) {
  va_list ap;
  va_start(ap, kinds);
  unsigned long long h = 0;
  for (; *kinds; kinds++) {
    h *= 31;
    switch (*kinds) {
    case 'i':
      h += (unsigned long long)va_arg(ap, int);
      break;
    case 'u':
      h += va_arg(ap, unsigned);
      break;
    case 'l':
      h += (unsigned long long)va_arg(ap, long);
      break;
    case 'p':
      h += (unsigned long long)*va_arg(ap, const short *);
      break;
    }
  }
  va_end(ap);
  return h;
}

int main(void) {
  printf("%ld %ld %ld\n", sum(0), sum(1, -5), sum(3, 1, 2, 3));
  // More than the register save area holds.
  printf("%ld\n", sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  char c = -1;
  unsigned char u = 255;
  short s = -300;
  _Bool b = 1;
  printf("%ld\n", sum(4, c, u, s, b));
  printf("%llu\n", mixed("iulpiulp", -1, 4000000000u, -1l, &s, 5, 6u, 1l << 50, &s));
  return (int)sum(2, 20, 22);
}
