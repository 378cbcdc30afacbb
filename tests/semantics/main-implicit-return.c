// main falling off its end returns 0; functions of type void, early returns.
#include <stdio.h>

static int calls;

static void nothing(void) {}
static void maybe(int v) {
  if (v < 0)
    return;
  calls++;
}
static void chain(int v) {
  return maybe(v - 1);
}

static int sign(int v) {
  if (v > 0)
    return 1;
  if (v < 0)
    return -1;
  return 0;
}

int main(void) {
  nothing();
  for (int i = -1; i < 3; i++)
    chain(i);
  printf("%d %d %d %d\n", calls, sign(-7), sign(0), sign(9));
}
