// A switch over consecutive values, as a jump table would serve it.
#include <stdio.h>

static int days(int month, int leap) {
  switch (month) {
  case 1:
    return 31;
  case 2:
    return 28 + leap;
  case 3:
    return 31;
  case 4:
    return 30;
  case 5:
    return 31;
  case 6:
    return 30;
  case 7:
  case 8:
    return 31;
  case 9:
    return 30;
  case 10:
    return 31;
  case 11:
    return 30;
  case 12:
    return 31;
  default:
    return -1;
  }
}

static int machine(const char *code) {
  int acc = 0;
  for (; *code; code++)
    switch (*code - '0') {
    case 0:
      acc = 0;
      break;
    case 1:
      acc++;
      break;
    case 2:
      acc *= 2;
      break;
    case 3:
      acc -= 3;
      continue;
    case 4:
      return acc;
    default:
      acc = -acc;
    }
  return acc + 1000;
}

int main(void) {
  int total = 0;
  for (int m = -1; m <= 14; m++) {
    printf("%d ", days(m, 1));
    total += days(m, 0);
  }
  printf("\n%d\n", total);
  printf("%d %d %d\n", machine("111222"), machine("0129311"), machine("1122324999"));
  return days(2, 0);
}
