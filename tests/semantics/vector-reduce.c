// Reductions and element-wise builtins on vectors.
#include <stdio.h>

typedef int v4i __attribute__((ext_vector_type(4)));
typedef unsigned char v8b __attribute__((ext_vector_type(8)));
typedef double v2d __attribute__((ext_vector_type(2)));

static void show(v4i v) {
  printf("%d %d %d %d\n", v.x, v.y, v.z, v.w);
}

int main(void) {
  v4i a = {5, -9, 12, 3}, b = {-5, 9, 100, 0};
  printf("%d %d\n", __builtin_reduce_add(a), __builtin_reduce_mul(a));
  printf("%d %d\n", __builtin_reduce_max(a), __builtin_reduce_min(a));
  printf("%d %d %d\n", __builtin_reduce_and(a), __builtin_reduce_or(a), __builtin_reduce_xor(a));
  v8b c = {200, 100, 50, 25, 12, 6, 3, 1};
  printf("%d %d\n", __builtin_reduce_max(c), (unsigned char)__builtin_reduce_add(c));
  show(__builtin_elementwise_max(a, b));
  show(__builtin_elementwise_min(a, b));
  show(__builtin_elementwise_abs(a));
  v8b sat = __builtin_elementwise_add_sat(c, c);
  v8b low = __builtin_elementwise_sub_sat(c, (v8b)(30));
  for (int i = 0; i < 8; i++)
    printf("%d/%d ", sat[i], low[i]);
  putchar('\n');
  v2d d = {-1.5, 2.5};
  d = __builtin_elementwise_floor(d) + __builtin_elementwise_sqrt((v2d){16, 2.25});
  printf("%g %g\n", d.x, d.y);
  printf("%g\n", __builtin_reduce_max(d));
  show(__builtin_elementwise_bitreverse((v4i){1, 2, 4, 8}) >> 24);
  return 0;
}
