// va_copy, two passes over the same arguments, va_list passed on.
#include <stdarg.h>
#include <stdio.h>

static int take(va_list *ap, int n) {
  int r = 0;
  while (n--)
    r = r * 10 + va_arg(*ap, int);
  return r;
}

static int vmax(int n, va_list ap) {
  int best = va_arg(ap, int);
  while (--n) {
    int v = va_arg(ap, int);
    best = v > best ? v : best;
  }
  return best;
}

static void both(int n, ...) {
  va_list first, second;
  va_start(first, n);
  va_copy(second, first);
  printf("max %d\n", vmax(n, first));
  int a = take(&second, 2);
  va_list third;
  va_copy(third, second);
  int b = take(&second, n - 2);
  int c = take(&third, n - 2);
  printf("%d %d %d\n", a, b, c);
  va_end(third);
  va_end(second);
  va_end(first);
}

int main(void) {
  both(4, 1, 9, 3, 4);
  both(9, 1, 2, 3, 4, 5, 6, 7, 8, 1);
  return 0;
}
