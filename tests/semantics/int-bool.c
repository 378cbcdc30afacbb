// _Bool: i1 logic, conversion from every kind of scalar, storage as one byte.
#include <stdbool.h>
#include <stdio.h>

static bool flags[4];

static bool from_int(int v) {
  return v;
}
static bool from_long(long v) {
  return v;
}
static bool from_double(double v) {
  return v;
}
static bool from_pointer(const void *v) {
  return v;
}
static bool not_both(bool a, bool b) {
  return !(a && b);
}

int main(void) {
  printf("%d %d %d\n", from_int(0), from_int(256), from_int(-1));
  // Truncation to 32 bits would lose this one.
  printf("%d %d\n", from_long(0x100000000L), from_long(0));
  printf("%d %d %d\n", from_double(0.0), from_double(-0.0), from_double(0.25));
  printf("%d %d\n", from_pointer(flags), from_pointer(NULL));
  for (int i = 0; i < 4; i++)
    printf("%d", not_both(i & 1, i & 2));
  putchar('\n');

  flags[1] = 42;
  flags[2] = flags[1] + flags[1];
  flags[3] ^= flags[2];
  flags[3] |= 6;
  flags[2] &= 2;
  printf("%d%d%d%d %zu\n", flags[0], flags[1], flags[2], flags[3], sizeof flags);

  bool b = false;
  b += 5;
  printf("%d ", b);
  b -= 1;
  printf("%d ", b);
  b++;
  b++;
  printf("%d %d %d\n", b, -b, !b + !!b);
  return b << 3;
}
