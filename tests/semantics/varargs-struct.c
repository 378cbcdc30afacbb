// Structs of several classes and long double through a variadic call.
#include <stdarg.h>
#include <stdio.h>

struct small {
  int a, b;
};
struct floats {
  double x, y;
};
struct mixed {
  long l;
  double d;
};
struct large {
  int v[10];
};

static void show(const char *kinds, ...) {
  va_list ap;
  va_start(ap, kinds);
  for (; *kinds; kinds++)
    if (*kinds == 's') {
      struct small s = va_arg(ap, struct small);
      printf("s(%d,%d) ", s.a, s.b);
    } else if (*kinds == 'f') {
      struct floats f = va_arg(ap, struct floats);
      printf("f(%g,%g) ", f.x, f.y);
    } else if (*kinds == 'm') {
      struct mixed m = va_arg(ap, struct mixed);
      printf("m(%ld,%g) ", m.l, m.d);
    } else if (*kinds == 'b') {
      struct large l = va_arg(ap, struct large);
      printf("b(%d,%d) ", l.v[0], l.v[9]);
    } else if (*kinds == 'L') {
      printf("L(%Lg) ", va_arg(ap, long double));
    } else {
      printf("i(%d) ", va_arg(ap, int));
    }
  va_end(ap);
  putchar('\n');
}

int main(void) {
  struct small s = {1, -2};
  struct floats f = {0.5, 1.5};
  struct mixed m = {1l << 33, 2.25};
  struct large b = {{7, 0, 0, 0, 0, 0, 0, 0, 0, 9}};
  show("sfmb", s, f, m, b);
  show("isisfi", 1, s, 2, s, f, 3);
  show("mmmfffmi", m, m, m, f, f, f, m, 42);
  show("iLbLs", 5, 1.25L, b, -2.5L, s);
  show("iiiiisfffffm", 1, 2, 3, 4, 5, s, f, f, f, f, f, m);
  return 0;
}
