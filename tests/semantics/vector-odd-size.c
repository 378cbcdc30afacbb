// Vectors of three elements, of one element and of _Bool.
#include <stdio.h>

typedef float v3f __attribute__((ext_vector_type(3)));
typedef short v3s __attribute__((ext_vector_type(3)));
typedef int v1i __attribute__((ext_vector_type(1)));
typedef _Bool v8m __attribute__((ext_vector_type(8)));

static v3f cross(v3f a, v3f b) {
  v3f p = a.yzx * b.zxy, q = a.zxy * b.yzx;
  return p - q;
}

static v3s negate(v3s v) {
  return -v;
}

int main(void) {
  v3f c = cross((v3f){1, 2, 3}, (v3f){-4, 0.5f, 6});
  printf("%g %g %g %zu\n", (double)c.x, (double)c.y, (double)c.z, sizeof c);
  v3s s = negate((v3s){1, -2, 32767});
  printf("%d %d %d\n", s.x, s.y, s.z);
  v3s arr[3] = {s, s + 1, s * 2};
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += arr[i].y * (i + 1);
  printf("%d\n", sum);
  v1i one = {41};
  one += 1;
  printf("%d\n", one[0]);
  v8m m = {1, 0, 1, 1, 0, 0, 1, 0};
  v8m n = {1, 1, 0, 1, 0, 1, 0, 0};
  v8m both = m & n, either = m | n;
  for (int i = 0; i < 8; i++)
    printf("%d%d ", (int)both[i], (int)either[i]);
  printf("%zu\n", sizeof m);
  return (int)c.z & 63;
}
