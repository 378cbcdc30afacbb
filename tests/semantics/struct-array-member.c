// Arrays in structs and structs in arrays, indexed by variables.
#include <stdio.h>

struct row {
  int n;
  short v[5];
};
struct table {
  struct row rows[3];
  int total;
};

static struct table build(void) {
  struct table t = {.total = 0};
  for (int r = 0; r < 3; r++) {
    t.rows[r].n = r + 3;
    for (int c = 0; c < 5; c++)
      t.rows[r].v[c] = (short)(r * 10 + c);
  }
  return t;
}

static int sum(struct table t) {
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < t.rows[r].n; c++)
      t.total += t.rows[r].v[c];
  return t.total;
}

int main(void) {
  struct table t = build();
  printf("%d %d\n", sum(t), t.total);
  struct row spare = t.rows[0];
  t.rows[0] = t.rows[2];
  t.rows[2] = spare;
  spare.v[1] = -1;
  for (int r = 0; r < 3; r++)
    printf("%d:%d,%d ", t.rows[r].n, t.rows[r].v[1], t.rows[r].v[4]);
  putchar('\n');
  // An array member of a returned struct can be read straight from it.
  printf("%d\n", build().rows[1].v[2]);
  int matrix[2][3][2];
  for (int i = 0; i < 12; i++)
    matrix[i / 6][i / 2 % 3][i % 2] = i * i;
  int(*plane)[2] = matrix[1];
  printf("%d %d %zu\n", plane[2][1], *(*plane + 1), sizeof matrix[0]);
  return sum(t) / 2;
}
