// Conversions between _BitInt widths, standard integers and floats.
#include <stdio.h>

typedef _BitInt(5) s5;
typedef unsigned _BitInt(12) u12;
typedef _BitInt(40) s40;
typedef unsigned _BitInt(100) u100;
typedef _BitInt(200) s200;

int main(void) {
  for (int i = -40; i <= 40; i += 8) {
    s5 a = (s5)i;
    u12 b = (u12)a;
    s40 c = (s40)b - a;
    s200 d = (s200)a * c;
    u100 e = (u100)d;
    printf("%d %d %lld %lld %llx\n", (int)a, (int)b, (long long)c, (long long)d,
           (unsigned long long)(e >> 50));
  }
  s40 big = (s40)500000000000ll;
  printf("%lld %d %d\n", (long long)big, (int)(short)big, (_Bool)big);
  printf("%.1f\n", (double)big);
  printf("%lld\n", (long long)(s40)-123456.75);
  s200 huge = (s200)1 << 150;
  printf("%d %a\n", (int)(huge >> 148), (double)huge);
  printf("%d\n", (int)(s5)(huge >> 148));
  u12 arr[4] = {4095, 1, 2048, 7};
  u12 sum = 0;
  for (int i = 0; i < 4; i++)
    sum += arr[i];
  printf("%d\n", (int)sum);
  return 0;
}
