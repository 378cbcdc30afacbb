// Structs of 1 to 8 bytes as arguments and results.
#include <stdio.h>

#define MAKE(N)                                                                                    \
  struct s##N {                                                                                    \
    unsigned char b[N];                                                                            \
  };                                                                                               \
  static struct s##N turn##N(struct s##N v, int by) {                                              \
    struct s##N r;                                                                                 \
    for (int i = 0; i < N; i++)                                                                    \
      r.b[i] = (unsigned char)(v.b[(i + by) % N] * 2 + i);                                         \
    v.b[0] = 99;                                                                                   \
    return r;                                                                                      \
  } static void test##N(void) {                                                                    \
    struct s##N v;                                                                                 \
    for (int i = 0; i < N; i++)                                                                    \
      v.b[i] = (unsigned char)(i * 37 + N);                                                        \
    struct s##N w = turn##N(turn##N(v, 1), 2);                                                     \
    printf("%d:", v.b[0]);                                                                         \
    for (int i = 0; i < N; i++)                                                                    \
      printf(" %d", w.b[i]);                                                                       \
    putchar('\n');                                                                                 \
  }

MAKE(1)
MAKE(2)
MAKE(3)
MAKE(4)
MAKE(5)
MAKE(6)
MAKE(7)
MAKE(8)

int main(void) {
  test1();
  test2();
  test3();
  test4();
  test5();
  test6();
  test7();
  test8();
  return 0;
}
