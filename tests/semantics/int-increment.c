// Prefix and postfix ++ and -- on every scalar type and through pointers.
#include <stdio.h>

int main(void) {
  int i = 5;
  int a = i++;
  int b = ++i;
  int c = i--;
  int d = --i;
  printf("%d %d %d %d %d\n", a, b, c, d, i);
  unsigned char u = 255;
  int ua = u++, ub = --u;
  printf("%d %d %d\n", ua, ub, u);
  signed char s = 127;
  int sa = s++;
  printf("%d %d\n", sa, s);
  long long l = -1;
  printf("%lld ", l++);
  printf("%lld\n", l);
  double x = 1.5;
  double y = x++;
  float f = 0.25f;
  float g = --f;
  printf("%g %g %g %g\n", x, y, (double)f, (double)g);
  int arr[4] = {10, 20, 30, 40};
  int *p = arr;
  int v1 = *p++;
  int v2 = *++p;
  int v3 = ++*p;
  int v4 = (*p)--;
  printf("%d %d %d %d %d %td\n", v1, v2, v3, v4, *p, p - arr);
  int k = 0;
  arr[k++] += 5;
  arr[++k] -= 5;
  printf("%d %d %d %d %d\n", arr[0], arr[1], arr[2], arr[3], k);
  return k;
}
