// Statement expressions, with declarations, loops and gotos inside.
#include <stdio.h>

#define MAX(a, b)                                                                                  \
  ({                                                                                               \
    __auto_type _a = (a);                                                                          \
    __auto_type _b = (b);                                                                          \
    _a > _b ? _a : _b;                                                                             \
  })

struct pair {
  int a, b;
};

static int early(int v) {
  int r = ({
    if (v < 0)
      return -1;
    v * 2;
  });
  return r + 1;
}

int main(void) {
  int i = 3;
  int m = MAX(i++, 2);
  printf("%d %d\n", m, i);
  printf("%g\n", MAX(1.5, 2));
  printf("%d %d\n", early(5), early(-5));
  int sum = ({
    int s = 0;
    for (int k = 1; k <= 10; k++) {
      if (k == 7)
        continue;
      s += k;
    }
    s;
  });
  printf("%d\n", sum);
  struct pair p = ({
    struct pair q = {sum, i};
    q.a++;
    q;
  });
  printf("%d %d\n", p.a, p.b);
  for (int k = 0; ({ k < 3; }); k++)
    printf("%d", ({
             int r = MAX(k, MAX(1, 0));
             r;
           }));
  putchar('\n');
  ({ (void)p; });
  return ({ p.b; }) + ({ 1; });
}
