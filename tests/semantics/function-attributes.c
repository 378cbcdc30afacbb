// Attributes that change the call in IR: other conventions, tail calls, alias.
#include <stdio.h>
#include <stdlib.h>

__attribute__((ms_abi)) static long ms(int a, double b, long c, char d, int e) {
  return a + (long)b * 10 + c * 100 + d * 1000 + e * 10000;
}
__attribute__((preserve_most)) static int preserve(int a) {
  return a * 2;
}
__attribute__((regcall)) static double reg(double a, int b) {
  return a * b;
}

static int odd(unsigned n);
static int even(unsigned n) {
  if (n == 0)
    return 1;
  __attribute__((musttail)) return odd(n - 1);
}
static int odd(unsigned n) {
  if (n == 0)
    return 0;
  __attribute__((musttail)) return even(n - 1);
}

int original(int v) {
  return v + 1;
}
int other(int v) __attribute__((alias("original")));
int missing(int) __attribute__((weak));
__attribute__((weak)) int present(int v) {
  return v - 1;
}
int renamed(int v) __asm__("label_of_renamed");
int renamed(int v) {
  return v * v;
}

__attribute__((noreturn)) static void leave(int code) {
  puts("leaving");
  exit(code);
}
static inline __attribute__((always_inline)) int inlined(int v) {
  return v ^ 0xFF;
}
__attribute__((pure)) static int length(const char *s) {
  return *s ? 1 + length(s + 1) : 0;
}

int main(void) {
  printf("%ld %d %g\n", ms(1, 2.5, 3, 4, 5), preserve(21), reg(1.5, 3));
  // Deep enough to need the tail call to be one.
  printf("%d %d\n", even(200000), odd(7));
  printf("%d %d %d\n", other(1), missing ? 1 : 0, present(1));
  printf("%d %d %d\n", renamed(9), inlined(0x0F), length("abcd"));
  leave(renamed(3));
}
