// Deep recursion, with locals that must survive it.
#include <stdio.h>

static long sum_to(int n) {
  if (n == 0)
    return 0;
  volatile int mine = n;
  long rest = sum_to(n - 1);
  return rest + mine;
}

static int depth_of(int n, int *deepest) {
  int here[4] = {n, n * 2, n * 3, n * 4};
  if (n > *deepest)
    *deepest = n;
  if (n < 500)
    depth_of(n + 1, deepest);
  return here[0] + here[1] + here[2] + here[3];
}

static unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

static void reverse(const char *s) {
  if (*s) {
    reverse(s + 1);
    putchar(*s);
  }
}

int main(void) {
  printf("%ld\n", sum_to(5000));
  int deepest = 0;
  int r = depth_of(1, &deepest);
  printf("%d %d\n", r, deepest);
  printf("%u %u\n", ackermann(2, 3), ackermann(3, 3));
  reverse("!dlrow olleh");
  putchar('\n');
  return (int)ackermann(2, 5);
}
