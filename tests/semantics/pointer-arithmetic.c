// Pointer arithmetic, difference and comparison over several types.
#include <stddef.h>
#include <stdio.h>

struct wide {
  char b[24];
};

int main(void) {
  int v[10];
  for (int i = 0; i < 10; i++)
    v[i] = i * 11;
  int *p = v, *q = v + 10;
  printf("%td %td %d\n", q - p, p - q, p < q);
  p += 3;
  q -= 2;
  printf("%d %d %d %d\n", *p, *q, p[4], q[-5]);
  printf("%d %d\n", 2 [p], *(p + 1) + *(q - 1));
  long step = -2;
  p -= step;
  printf("%d\n", *p);
  unsigned char up = 2;
  printf("%d\n", *(v + up));
  struct wide w[4];
  struct wide *last = &w[3];
  printf("%td %td\n", last - w, (char *)last - (char *)w);
  int grid[3][4];
  for (int i = 0; i < 12; i++)
    grid[i / 4][i % 4] = i;
  int(*row)[4] = grid + 1;
  printf("%d %d %td\n", (*row)[2], *(*(row + 1) + 3), &grid[2] - &grid[0]);
  int sum = 0;
  for (int *i = v + 9; i >= v + 2; i -= 2)
    sum += *i;
  printf("%d\n", sum);
  const char *s = "pointer";
  const char *e = s;
  while (*e)
    e++;
  printf("%td %c\n", e - s, e[-1]);
  printf("%d %d %d\n", s == e, s != e, s <= e);
  void *raw = v;
  printf("%d\n", *(int *)((char *)raw + 4 * sizeof(int)));
  int **pp = &p;
  ++*pp;
  return **pp;
}
