// Plain goto: loops made by hand, jumps out of and into nested blocks.
#include <stdio.h>

static int find(int rows, int cols, int wanted, int *r, int *c) {
  int tries = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) {
      tries++;
      if (i * j == wanted) {
        *r = i;
        *c = j;
        goto found;
      }
    }
  return -tries;
found:
  return tries;
}

static int into(int skip) {
  int r = 0;
  if (skip)
    goto inside;
  for (int i = 0; i < 3; i++) {
    r += 10;
    if (0) {
    inside:
      r += 1;
      break;
    }
  }
  return r;
}

int main(void) {
  int i = 0, sum = 0;
again:
  sum += i;
  if (++i < 10)
    goto again;
  printf("%d\n", sum);
  int r = 0, c = 0;
  int tries = find(5, 6, 12, &r, &c);
  printf("%d %d %d\n", tries, r, c);
  printf("%d\n", find(3, 3, 7, &r, &c));
  printf("%d %d\n", into(0), into(1));
  {
    __label__ local;
    int k = 3;
  local:
    putchar('0' + k);
    if (k--)
      goto local;
    putchar('\n');
  }
  return sum;
}
