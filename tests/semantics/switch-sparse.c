// A switch over scattered values, negative ones included.
#include <limits.h>
#include <stdio.h>

static const char *name(int v) {
  switch (v) {
  case INT_MIN:
    return "min";
  case -1000000:
    return "minus a million";
  case -1:
    return "minus one";
  case 0:
    return "zero";
  case 7:
    return "seven";
  case 4096:
    return "page";
  case 123456789:
    return "digits";
  case INT_MAX:
    return "max";
  }
  return "other";
}

static int weight(unsigned v) {
  int w = 0;
  switch (v) {
  case 0x80000000u:
    w += 1;
    break;
  case 0xFFFFFFFFu:
    w += 2;
    break;
  case 1:
    w += 3;
  }
  return w;
}

int main(void) {
  static const int in[] = {INT_MIN, -1000000, -999999, -1, 0, 1, 7, 4096, 4097, 123456789, INT_MAX};
  for (unsigned i = 0; i < sizeof in / sizeof *in; i++)
    printf("%s\n", name(in[i]));
  printf("%d %d %d %d\n", weight(0x80000000u), weight((unsigned)-1), weight(1), weight(2));
  return 0;
}
