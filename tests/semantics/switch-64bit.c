// Switches on long and unsigned long values that do not fit in an int.
#include <limits.h>
#include <stdio.h>

static int pick(long v) {
  switch (v) {
  case 0:
    return 0;
  case 1l << 32:
    return 1;
  case (1l << 32) + 1:
    return 2;
  case LONG_MIN:
    return 3;
  case LONG_MAX:
    return 4;
  case -1:
    return 5;
  case 0xFFFFFFFFl:
    return 6;
  default:
    return 7;
  }
}

static int upick(unsigned long v) {
  switch (v) {
  case ULONG_MAX:
    return 1;
  case 1ul << 63:
    return 2;
  case 0xDEADBEEFCAFEul:
    return 3;
  }
  return 0;
}

static int wide(__int128 v) {
  switch (v) {
  case (__int128)1 << 100:
    return 1;
  case -1:
    return 2;
  case 5:
    return 3;
  default:
    return 4;
  }
}

int main(void) {
  static const long in[] = {0, 1l << 32, (1l << 32) + 1, LONG_MIN, LONG_MAX, -1, 0xFFFFFFFF, 1};
  for (int i = 0; i < 8; i++)
    printf("%d ", pick(in[i]));
  printf("\n%d %d %d %d\n", upick(ULONG_MAX), upick(1ul << 63), upick(0xDEADBEEFCAFE),
         upick(0xBEEFCAFE));
  printf("%d %d %d %d\n", wide((__int128)1 << 100), wide(-1), wide(5),
         wide(((__int128)1 << 64) + 5));
  return 0;
}
