// Calls through declarations without a prototype, and old-style definitions.
#include <stdio.h>

#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
#pragma clang diagnostic ignored "-Wstrict-prototypes"

static int old_style(a, b, c)
int a;
char b;
double c;
{
  return a * 100 + b * 10 + (int)c;
}

static int narrow(s, f)
short s;
float f;
{
  return s + (int)(f * 4);
}

static int none() {
  return 7;
}

int main(void) {
  int (*unknown)() = old_style;
  printf("%d\n", old_style(1, 2, 3.5));
  printf("%d\n", unknown(4, 5, 6.5));
  // Arguments arrive promoted and are narrowed on entry.
  printf("%d\n", narrow(70000, 0.75));
  unknown = none;
  return unknown();
}
