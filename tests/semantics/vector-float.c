// Float and double vectors, mixed with scalars.
#include <stdio.h>

typedef float v4f __attribute__((ext_vector_type(4)));
typedef double v2d __attribute__((ext_vector_type(2)));

static v4f lerp(v4f a, v4f b, float t) {
  v4f d = b - a;
  d *= t;
  return a + d;
}

static float dot(v4f a, v4f b) {
  v4f p = a * b;
  return p.x + p.y + p.z + p.w;
}

static void show(v4f v) {
  printf("%g %g %g %g\n", (double)v.x, (double)v.y, (double)v.z, (double)v.w);
}

int main(void) {
  v4f a = {1, 2, 3, 4}, b = {-1, 0.5f, 10, 0};
  show(lerp(a, b, 0.25f));
  show(a / (b + 2));
  show(-a * b);
  printf("%g\n", (double)dot(a, b));
  v2d d = {1.0 / 3, -2};
  d = d * d + 1.0;
  printf("%.17g %.17g\n", d.x, d.y);
  v4f z = b;
  z.w = z.x;
  z.xy = a.zw;
  show(z);
  v2d swapped = d.yx;
  printf("%g\n", swapped.y - d.x);
  v4f table[2] = {a, b};
  table[1] += table[0];
  show(table[1]);
  return (int)table[1].z;
}
