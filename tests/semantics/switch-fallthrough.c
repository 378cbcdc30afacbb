// Fall through, default in the middle, declarations and jumps inside.
#include <stdio.h>

static int fall(int v) {
  int r = 0;
  switch (v) {
  case 3:
    r += 3;
    __attribute__((fallthrough));
  default:
    r += 100;
    __attribute__((fallthrough));
  case 1:
    r += 1;
    break;
  case 2:
    r += 2;
  }
  return r;
}

static int nested(int a, int b) {
  switch (a) {
  case 0:
    switch (b) {
    case 0:
      return 1;
    default:
      break;
    }
    return 2;
  case 1:
    if (b) {
    case 2:
      return 3 + b;
    } else {
      return 4;
    }
  }
  return 5;
}

int main(void) {
  for (int i = 0; i < 5; i++)
    printf("%d ", fall(i));
  putchar('\n');
  for (int a = 0; a < 4; a++)
    for (int b = 0; b < 2; b++)
      printf("%d ", nested(a, b));
  putchar('\n');
  int n = 0;
  for (int i = 0; i < 10; i++)
    switch (i % 4) {
    case 0:
      continue;
    case 3:
      if (i > 5)
        goto out;
      break;
    default:
      n += i;
    }
out:
  switch (n)
    ;
  switch (n) {
  default:
    printf("%d\n", n);
  }
  return n;
}
