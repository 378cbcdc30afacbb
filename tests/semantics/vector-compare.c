// Vector comparisons give masks; select and logic with them.
#include <stdio.h>

typedef int v4i __attribute__((vector_size(16)));
typedef unsigned v4u __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef int e4i __attribute__((ext_vector_type(4)));

static void show(v4i v) {
  printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
}
static v4i max(v4i a, v4i b) {
  v4i m = a > b;
  return (a & m) | (b & ~m);
}

int main(void) {
  v4i a = {1, -2, 3, 4}, b = {1, 2, -3, 5};
  show(a == b);
  show(a != b);
  show(a < b);
  show(a >= b);
  show((v4i)((v4u)a < (v4u)b));
  show(max(a, b));
  float nan = __builtin_nanf("");
  v4f f = {1, nan, -0.0f, 2}, g = {1, nan, 0, 1};
  show(f == g);
  show(f != g);
  show(f <= g);
  e4i c = {0, -1, 0, -1}, x = {1, 2, 3, 4}, y = {5, 6, 7, 8};
  e4i r = c ? x : y;
  printf("%d %d %d %d\n", r.x, r.y, r.z, r.w);
  v4i found = a == 3;
  int where = -1;
  for (int i = 0; i < 4; i++)
    if (found[i])
      where = i;
  return where;
}
