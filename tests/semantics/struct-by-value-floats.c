// Structs of floats and doubles travel in vector registers.
#include <stdio.h>

struct f1 {
  float x;
};
struct f2 {
  float x, y;
};
struct f3 {
  float x, y, z;
};
struct f4 {
  float v[4];
};
struct d1 {
  double x;
};
struct d2 {
  double x, y;
};
struct d3 {
  double x, y, z;
};

static struct f1 neg1(struct f1 a) {
  return (struct f1){-a.x};
}
static struct f2 add2(struct f2 a, struct f2 b) {
  return (struct f2){a.x + b.x, a.y + b.y};
}
static struct f3 cross(struct f3 a, struct f3 b) {
  float p = a.y * b.z, q = a.z * b.y, r = a.z * b.x, s = a.x * b.z, t = a.x * b.y, u = a.y * b.x;
  return (struct f3){p - q, r - s, t - u};
}
static struct f4 rev4(struct f4 a) {
  return (struct f4){{a.v[3], a.v[2], a.v[1], a.v[0]}};
}
static struct d1 half(struct d1 a) {
  return (struct d1){a.x / 2};
}
static struct d2 swap(struct d2 a) {
  return (struct d2){a.y, a.x};
}
static struct d3 scale(struct d3 a, double k) {
  return (struct d3){a.x * k, a.y * k, a.z * k};
}

int main(void) {
  printf("%g\n", (double)neg1((struct f1){1.5f}).x);
  struct f2 s = add2((struct f2){1, 2}, (struct f2){0.5f, -4});
  printf("%g %g\n", (double)s.x, (double)s.y);
  struct f3 c = cross((struct f3){1, 2, 3}, (struct f3){-4, 5, 6});
  printf("%g %g %g\n", (double)c.x, (double)c.y, (double)c.z);
  struct f4 r = rev4(rev4(rev4((struct f4){{1, 2, 3, 4}})));
  printf("%g %g %g %g\n", (double)r.v[0], (double)r.v[1], (double)r.v[2], (double)r.v[3]);
  printf("%g\n", half(half((struct d1){3})).x);
  struct d2 d = swap((struct d2){1.25, -7});
  printf("%g %g\n", d.x, d.y);
  struct d3 t = scale((struct d3){1, 2, 3}, 0.1);
  printf("%.17g %.17g %.17g\n", t.x, t.y, t.z);
  return (int)d.y + 8;
}
