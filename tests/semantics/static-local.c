// Static locals keep their value, one per function, initialised once.
#include <stdio.h>

static int counter(void) {
  static int n = 10;
  return n++;
}

static int *cell(int reset) {
  static int storage[3] = {1, 2};
  static int *current = &storage[1];
  if (reset)
    current = storage;
  return current++;
}

static int recurse(int d) {
  static int calls, deepest;
  int here = calls++;
  if (d > deepest)
    deepest = d;
  if (d < 4)
    recurse(d + 1);
  return here * 100 + deepest * 10 + calls;
}

static const char *join(const char *s) {
  static char buffer[32];
  static unsigned used;
  while (*s && used < sizeof buffer - 1)
    buffer[used++] = *s++;
  return buffer;
}

int main(void) {
  int a = counter(), b = counter();
  printf("%d %d %d\n", a, b, counter());
  *cell(0) += 5;
  printf("%d\n", *cell(1));
  int *next = cell(0);
  printf("%d %d\n", *next, *cell(0));
  a = recurse(0);
  b = recurse(2);
  printf("%d %d\n", a, b);
  join("static ");
  printf("%s\n", join("locals"));
  {
    static int shadow = 1;
    shadow++;
    {
      static int shadow = 50;
      shadow++;
      a = shadow;
    }
    b = shadow;
  }
  return a + b;
}
