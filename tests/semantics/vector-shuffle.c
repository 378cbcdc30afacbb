// Shuffles: __builtin_shufflevector, swizzles, lo/hi, variable index.
#include <stdio.h>

typedef int v4i __attribute__((ext_vector_type(4)));
typedef int v8i __attribute__((ext_vector_type(8)));
typedef int v2i __attribute__((ext_vector_type(2)));

static void show(v4i v) {
  printf("%d %d %d %d\n", v.x, v.y, v.z, v.w);
}

int main(void) {
  v4i a = {10, 11, 12, 13}, b = {20, 21, 22, 23};
  show(__builtin_shufflevector(a, b, 3, 4, 0, 7));
  show(__builtin_shufflevector(a, a, 1, 1, 1, 1));
  show(a.wzyx);
  show((v4i){a.lo.y, a.hi.x, b.even.y, b.odd.x});
  show(a.xxyy + b.odd.xyxy);
  v8i wide = __builtin_shufflevector(a, b, 0, 4, 1, 5, 2, 6, 3, 7);
  for (int i = 0; i < 8; i++)
    printf("%d ", wide[i]);
  putchar('\n');
  v2i narrow = __builtin_shufflevector(wide, wide, 7, 0);
  printf("%d %d\n", narrow.x, narrow.y);
  // With a mask that is a value, the lanes are picked at run time.
  show(__builtin_shufflevector(b, a.wxzy - 10));
  a.yw = narrow;
  show(a);
  int sum = 0;
  for (int i = 7; i >= 0; i -= 3) {
    wide[i] += i;
    sum = sum * 7 + wide[i];
  }
  printf("%d\n", sum);
  return wide.s7;
}
