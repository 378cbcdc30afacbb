// Structs of 9 to 40 bytes as arguments and results: registers, then memory.
#include <stdio.h>

#define MAKE(N)                                                                                    \
  struct s##N {                                                                                    \
    unsigned char b[N];                                                                            \
  };                                                                                               \
  static struct s##N mix##N(struct s##N v, struct s##N w, int k) {                                 \
    for (int i = 0; i < N; i++)                                                                    \
      v.b[i] = (unsigned char)(v.b[i] * k + w.b[N - 1 - i]);                                       \
    w.b[0] = 0;                                                                                    \
    return v;                                                                                      \
  } static void test##N(void) {                                                                    \
    struct s##N v, w;                                                                              \
    for (int i = 0; i < N; i++) {                                                                  \
      v.b[i] = (unsigned char)(i * 7);                                                             \
      w.b[i] = (unsigned char)(i ^ N);                                                             \
    }                                                                                              \
    struct s##N r = mix##N(mix##N(v, w, 3), v, 5);                                                 \
    unsigned h = 0;                                                                                \
    for (int i = 0; i < N; i++)                                                                    \
      h = h * 31 + r.b[i];                                                                         \
    printf("%zu %u %d %d\n", sizeof r, h, v.b[N - 1], w.b[0]);                                     \
  }

MAKE(9)
MAKE(12)
MAKE(15)
MAKE(16)
MAKE(17)
MAKE(24)
MAKE(32)
MAKE(33)
MAKE(40)

int main(void) {
  test9();
  test12();
  test15();
  test16();
  test17();
  test24();
  test32();
  test33();
  test40();
  return 0;
}
