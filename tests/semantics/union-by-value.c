// Unions as arguments, results, array elements and in initialisers.
#include <stdio.h>

union num {
  int i;
  float f;
};
union blob {
  char text[24];
  long l;
  struct {
    int a;
    double b;
  } s;
};
union __attribute__((transparent_union)) arg {
  int *ip;
  const char *cp;
};

static union num bump(union num n, int real) {
  if (real)
    n.f += 0.5f;
  else
    n.i += 10;
  return n;
}
static union blob pair(int a, double b) {
  return (union blob){.s = {a, b}};
}
static int peek(union arg a, int is_text) {
  return is_text ? a.cp[1] : *a.ip;
}

static union num table[] = {{1}, {.f = 2.5f}, {.i = -3}};

int main(void) {
  for (int i = 0; i < 3; i++)
    table[i] = bump(table[i], i == 1);
  printf("%d %g %d\n", table[0].i, (double)table[1].f, table[2].i);
  union blob b = {"union text"};
  union blob c = b;
  b = pair(7, 0.25);
  printf("%s %d %g %zu\n", c.text, b.s.a, b.s.b, sizeof b);
  c.l = -1;
  printf("%d\n", (unsigned char)c.text[7]);
  int five = 5;
  printf("%d %d\n", peek(&five, 0), peek("ab", 1));
  return pair(3, 4).s.a;
}
