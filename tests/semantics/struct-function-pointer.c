// Struct arguments and results through function pointers.
#include <stdio.h>

struct v2 {
  double x, y;
};
struct v5 {
  int n[5];
};

typedef struct v2 (*op2)(struct v2, struct v2);
typedef struct v5 (*op5)(struct v5, int);

static struct v2 add(struct v2 a, struct v2 b) {
  return (struct v2){a.x + b.x, a.y + b.y};
}
static struct v2 mul(struct v2 a, struct v2 b) {
  return (struct v2){a.x * b.x, a.y * b.y};
}
static struct v5 rotate(struct v5 v, int by) {
  struct v5 r;
  for (int i = 0; i < 5; i++)
    r.n[i] = v.n[(i + by) % 5];
  return r;
}
static struct v5 offset(struct v5 v, int by) {
  for (int i = 0; i < 5; i++)
    v.n[i] += by;
  return v;
}

static struct v2 fold(op2 f, const struct v2 *v, int n) {
  struct v2 r = v[0];
  for (int i = 1; i < n; i++)
    r = f(r, v[i]);
  return r;
}

int main(void) {
  struct v2 v[] = {{1, 2}, {3, 0.5}, {-2, 4}};
  op2 two[] = {add, mul};
  for (int i = 0; i < 2; i++) {
    struct v2 r = fold(two[i], v, 3);
    printf("%g %g\n", r.x, r.y);
  }
  op5 five[] = {rotate, offset, rotate};
  struct v5 n = {{1, 2, 3, 4, 5}};
  for (int i = 0; i < 3; i++)
    n = five[i](n, i + 1);
  for (int i = 0; i < 5; i++)
    printf("%d ", n.n[i]);
  putchar('\n');
  return rotate(n, 2).n[0];
}
