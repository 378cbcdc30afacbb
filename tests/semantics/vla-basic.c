// Variable length arrays: sizeof, pointers, parameters.
#include <stdio.h>

static int sum(int n, const int v[n]) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += v[i];
  return s;
}

static size_t bytes(int n) {
  short v[n + 1];
  v[n] = 3;
  return sizeof v + (size_t)v[n];
}

static int evaluated;
static int size(int n) {
  evaluated++;
  return n;
}

int main(void) {
  for (int n = 1; n < 6; n += 2) {
    int v[n];
    for (int i = 0; i < n; i++)
      v[i] = i * n;
    printf("%d %zu %zu\n", sum(n, v), sizeof v, bytes(n));
  }
  int n = 4;
  typedef double row[n];
  n = 10;
  row r;
  for (unsigned i = 0; i < sizeof r / sizeof *r; i++)
    r[i] = i / 2.0;
  printf("%zu %g\n", sizeof r, r[3]);
  char text[size(8)];
  snprintf(text, sizeof text, "%s", "longer than eight");
  printf("%s %d\n", text, evaluated);
  char rows[2][n];
  char(*p)[n] = rows;
  printf("%zu %zu\n", sizeof *p, sizeof(int[size(3)]));
  return evaluated;
}
