// ?: on every type: nested, with side effects, without a middle operand.
#include <stdio.h>

static int calls;
static int noisy(int v) {
  calls++;
  return v;
}

struct pair {
  int a, b;
};

int main(void) {
  for (int i = -1; i <= 1; i++) {
    const char *s = i < 0 ? "negative" : i > 0 ? "positive" : "zero";
    double d = i ? i * 0.5 : 100;
    long l = i < 0 ? 1l << 40 : i;
    struct pair p = i > 0 ? (struct pair){1, 2} : (struct pair){3, 4};
    printf("%s %g %ld %d%d\n", s, d, l, p.a, p.b);
  }
  int r = noisy(0) ? noisy(1) : noisy(2);
  printf("%d %d\n", r, calls);
  // The GNU form evaluates the condition once.
  r = noisy(5) ?: noisy(6);
  printf("%d %d\n", r, calls);
  r = noisy(0) ?: noisy(7);
  printf("%d %d\n", r, calls);
  int x = 1, y = 2;
  *(calls > 3 ? &x : &y) = 50;
  printf("%d %d\n", x, y);
  int (*f)(int) = calls & 1 ? noisy : NULL;
  printf("%d\n", f ? f(9) : -1);
  calls > 100 ? (void)0 : (void)puts("void arms");
  unsigned char c = calls > 2 ? 300 & 0xFF : 1;
  return c;
}
