// __int128 division, remainder and printing in decimal.
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void print_u(u128 v) {
  char buf[40];
  int n = sizeof buf;
  buf[--n] = 0;
  do
    buf[--n] = (char)('0' + (int)(v % 10));
  while (v /= 10);
  printf("%s", buf + n);
}

static void print_s(i128 v) {
  if (v < 0) {
    putchar('-');
    print_u(-(u128)v);
  } else {
    print_u((u128)v);
  }
  putchar(' ');
}

int main(void) {
  u128 max = ~(u128)0;
  print_u(max);
  putchar('\n');
  i128 min = (i128)((u128)1 << 127);
  i128 ten20 = (i128)10000000000ll * 10000000000ll;
  print_s(min);
  print_s(min / ten20);
  print_s(min % ten20);
  putchar('\n');
  print_s(ten20 / -7);
  print_s(-ten20 % 7);
  print_s(ten20 % -7);
  print_s(-5 / (i128)10);
  putchar('\n');
  print_u(max / ((u128)1 << 65));
  putchar(' ');
  print_u(max % 1000000007u);
  putchar('\n');
  u128 factorial = 1;
  for (unsigned i = 2; i <= 34; i++)
    factorial *= i;
  print_u(factorial);
  putchar('\n');
  return (int)(factorial % 97);
}
