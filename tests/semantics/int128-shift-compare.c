// __int128 shifts across the half, comparisons and conversions.
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void show(u128 v) {
  printf("%016llx%016llx\n", (unsigned long long)(v >> 64), (unsigned long long)v);
}

static int order(i128 a, i128 b) {
  return (a > b) - (a < b);
}
static int uorder(u128 a, u128 b) {
  return (a > b) - (a < b);
}

int main(void) {
  u128 one = 1;
  i128 top = (i128)(one << 127);
  for (int s = 0; s < 128; s += 21) {
    show(one << s);
    show((u128)(top >> s));
    show((u128)top >> s);
  }
  i128 v[] = {0, -1, 1, top, ~top, (i128)1 << 64, -((i128)1 << 64)};
  for (int i = 0; i < 7; i++) {
    for (int j = 0; j < 7; j++)
      printf("%d/%d ", order(v[i], v[j]), uorder((u128)v[i], (u128)v[j]));
    putchar('\n');
  }
  printf("%d %d\n", (int)v[5], (_Bool)v[5]);
  printf("%.1f %.1f\n", (double)v[6], (double)v[1]);
  show((u128)1e30);
  show((u128)(i128)-1e20);
  return v[5] ? 3 : 4;
}
