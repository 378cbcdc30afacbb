// Many arguments of mixed type, evaluated into the right slots.
#include <stdio.h>

static double all(char a, double b, int c, float d, long e, double f, short g, float h,
                  unsigned char i, double j, long long k, double l, _Bool m, double n, double o,
                  double p, double q, unsigned r) {
  double s = 0;
  double v[] = {a, b, c, d, (double)e, f, g, h, i, j, (double)k, l, m, n, o, p, q, r};
  for (int x = 0; x < 18; x++)
    s = s * 1.5 + v[x];
  return s;
}

static int count;
static int tick(int v) {
  count++;
  return v;
}

static int twenty(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k,
                  int l, int m, int n, int o, int p, int q, int r, int s, int t) {
  int v[] = {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t};
  int sum = 0;
  for (int x = 0; x < 20; x++)
    sum += v[x] * (x + 1);
  return sum;
}

int main(void) {
  printf("%.10g\n", all(-1, 2.5, 3, 4.25f, 5, 6.5, -7, 8.5f, 255, 10.5, 11, 12.5, 1, 14.5, 15.5,
                        16.5, 17.5, 4000000000u));
  printf("%d\n", twenty(tick(1), 2, tick(3), 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
                        tick(19), 20));
  return count;
}
