// A generator that resumes in the middle of a loop through its switch.
#include <stdio.h>

struct generator {
  int line, i, j;
};

static int next(struct generator *g) {
  switch (g->line) {
  case 0:
    for (g->i = 1; g->i < 4; g->i++) {
      for (g->j = 0; g->j < g->i; g->j++) {
        g->line = 1;
        return g->i * 10 + g->j;
      case 1:;
      }
    }
    g->line = 2;
    return 99;
  case 2:
    break;
  }
  return -1;
}

int main(void) {
  struct generator a = {0}, b = {0};
  int v, sum = 0;
  while ((v = next(&a)) >= 0) {
    printf("%d ", v);
    sum += v;
    if (v % 2)
      sum += next(&b);
  }
  printf("\n%d %d %d\n", sum, next(&a), next(&b));
  return b.line;
}
