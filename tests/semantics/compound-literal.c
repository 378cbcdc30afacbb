// Compound literals: scope, modification, address, static duration.
#include <stdio.h>
#include <string.h>

struct point {
  int x, y;
};

static const int *const primes = (const int[]){2, 3, 5, 7, 11};
static struct point *origin = &(struct point){3, 4};

static int sum(const struct point *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i].x * p[i].y;
  return s;
}

int main(void) {
  printf("%d\n", sum((struct point[]){{1, 2}, {3, 4}, {5, 6}}, 3));
  struct point *p = &(struct point){.y = 9};
  p->x = 4;
  printf("%d %d\n", p->x, p->y);
  origin->x++;
  printf("%d %d\n", origin->x, primes[4]);
  int total = 0;
  for (int i = 0; i < 3; i++) {
    int *fresh = (int[2]){i};
    fresh[1] += fresh[0] + 1;
    total = total * 10 + fresh[1];
  }
  printf("%d\n", total);
  char *s = (char[]){"mutable"};
  s[0] = 'M';
  printf("%s %zu\n", s, strlen((char[8]){"abc"}));
  int scalar = (int){7} + *&(int){5};
  printf("%zu %d\n", sizeof(int[]){1, 2, 3}, scalar);
  return ((struct point){1, 2}).y + (union {
                                      int i;
                                      char c;
                                    }){65}
                                        .c;
}
