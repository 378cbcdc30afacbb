// Duff's device: a loop entered through a switch.
#include <stdio.h>

static int copy(char *to, const char *from, int count) {
  int passes = 0;
  int n = (count + 7) / 8;
  switch (count % 8) {
  case 0:
    do {
      passes++;
      *to++ = *from++;
      __attribute__((fallthrough));
    case 7:
      *to++ = *from++;
      __attribute__((fallthrough));
    case 6:
      *to++ = *from++;
      __attribute__((fallthrough));
    case 5:
      *to++ = *from++;
      __attribute__((fallthrough));
    case 4:
      *to++ = *from++;
      __attribute__((fallthrough));
    case 3:
      *to++ = *from++;
      __attribute__((fallthrough));
    case 2:
      *to++ = *from++;
      __attribute__((fallthrough));
    case 1:
      *to++ = *from++;
    } while (--n > 0);
  }
  return passes;
}

int main(void) {
  static const char from[] = "over and under, over and under";
  for (int n = 1; n < (int)sizeof from; n += 4) {
    char to[40] = {0};
    int passes = copy(to, from, n);
    printf("%d %d %s\n", n, passes, to);
  }
  return 0;
}
