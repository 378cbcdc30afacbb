// Builtins that only inform: expect, assume, prefetch, unpredictable, trap.
#include <stdio.h>

static int classify(int v) {
  if (__builtin_expect(v < 0, 0))
    return -1;
  if (__builtin_expect_with_probability(v > 100, 1, 0.9))
    return 2;
  if (__builtin_unpredictable(v & 1))
    return 1;
  return 0;
}

static int halve(int v) {
  __builtin_assume(v >= 0);
  return v / 2;
}

static int sum(const int *v, int n) {
  v = __builtin_assume_aligned(v, 16);
  int s = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (int i = 0; i < n; i++) {
    __builtin_prefetch(v + i + 4);
    __builtin_prefetch(&s, 1, 0);
    s += v[i];
  }
  return s;
}

static int only_these(int v) {
  switch (v & 3) {
  case 0:
    return 10;
  case 1:
    return 11;
  case 2:
    return 12;
  case 3:
    return 13;
  default:
    __builtin_unreachable();
  }
}

int main(void) {
  printf("%d %d %d %d\n", classify(-5), classify(500), classify(7), classify(8));
  printf("%d\n", halve(9));
  _Alignas(16) int v[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  printf("%d\n", sum(v, 8));
  for (int i = -2; i < 6; i++)
    printf("%d ", only_these(i));
  putchar('\n');
  if (v[0] == 2)
    __builtin_trap();
  if (v[0] == 3)
    __builtin_debugtrap();
  int nontemporal;
  __builtin_nontemporal_store(v[2], &nontemporal);
  return __builtin_nontemporal_load(&nontemporal);
}
