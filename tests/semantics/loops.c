// while, do, for; break and continue at several depths.
#include <stdio.h>

int main(void) {
  int n = 0, sum = 0;
  while (n < 10) {
    n++;
    if (n % 3 == 0)
      continue;
    if (n == 8)
      break;
    sum += n;
  }
  printf("%d %d\n", n, sum);
  int once = 100;
  do
    once++;
  while (once < 0);
  do {
    if (once & 1)
      continue;
    break;
  } while (once++ < 105);
  printf("%d\n", once);
  for (int i = 0, j = 5; i != j; i++, j += i & 1)
    printf("%d%d ", i, j);
  putchar('\n');
  for (unsigned u = 3; u < 4; u--)
    printf("%u ", u);
  for (;;) {
    if (++sum > 50)
      break;
  }
  printf("%d\n", sum);
  int triples = 0;
  for (int a = 1; a < 20; a++)
    for (int b = a; b < 20; b++)
      for (int c = b; c < 30; c++) {
        if (a * a + b * b < c * c)
          break;
        if (a * a + b * b > c * c)
          continue;
        triples++;
      }
  printf("%d\n", triples);
  for (const char *p = "loop"; *p;)
    putchar(*p++ - 32);
  putchar('\n');
  return triples;
}
