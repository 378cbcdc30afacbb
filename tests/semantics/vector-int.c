// Integer vectors: element-wise arithmetic, shifts and logic.
#include <stdint.h>
#include <stdio.h>

typedef int32_t v4i __attribute__((vector_size(16)));
typedef uint8_t v8b __attribute__((vector_size(8)));
typedef int64_t v2l __attribute__((vector_size(16)));

static void show(v4i v) {
  printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
}

int main(void) {
  v4i a = {1, -2, 300, -40000}, b = {7, 3, -9, 11};
  show(a + b);
  show(a - b);
  show(a * b);
  show(a / b);
  show(a % b);
  show(a & b);
  show(a | b);
  show(a ^ b);
  show(~a);
  show(-a);
  v4i amount = {0, 1, 2, 31};
  show(a >> amount);
  show((v4i){1, 1, 1, 1} << (v4i){0, 5, 10, 30});
  // A scalar operand is splatted.
  show(a * 3 + 1);
  v8b bytes = {250, 251, 252, 253, 254, 255, 0, 1};
  bytes += 5;
  bytes >>= 1;
  for (int i = 0; i < 8; i++)
    printf("%d ", bytes[i]);
  v2l wide = {1ll << 40, -1};
  wide *= wide[0] >> 38;
  printf("%lld %lld\n", (long long)wide[0], (long long)wide[1]);
  return a[2] / 10;
}
