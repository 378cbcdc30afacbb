// Function pointers in tables, as arguments, results and struct members.
#include <stdio.h>

typedef int binary(int, int);

static int add(int a, int b) {
  return a + b;
}
static int sub(int a, int b) {
  return a - b;
}
static int mul(int a, int b) {
  return a * b;
}

static binary *const table[] = {add, sub, mul};
static binary *choose(char c) {
  return c == '+' ? add : c == '-' ? sub : c == '*' ? mul : NULL;
}
static int fold(binary *f, const int *v, int n) {
  int r = v[0];
  for (int i = 1; i < n; i++)
    r = f(r, v[i]);
  return r;
}

struct shape {
  const char *name;
  double (*area)(const struct shape *);
  double a, b;
};
static double square(const struct shape *s) {
  return s->a * s->a;
}
static double rect(const struct shape *s) {
  return s->a * s->b;
}
static const struct shape shapes[] = {{"square", square, 3, 0}, {"rect", rect, 2, 5.5}};

static int (*(*deep(void))(char))(int, int) {
  return choose;
}

int main(void) {
  int v[] = {7, 3, 2};
  for (int i = 0; i < 3; i++)
    printf("%d %d\n", table[i](10, 4), fold(table[i], v, 3));
  for (int i = 0; i < 2; i++)
    printf("%s %g\n", shapes[i].name, shapes[i].area(&shapes[i]));
  printf("%d %d\n", choose('+') == add, choose('?') == NULL);
  printf("%d\n", deep()('*')(6, 7));
  binary **walk = (binary **)&table[1];
  printf("%d %d\n", (**walk)(1, 2), (*****walk)(5, 1));
  // Through void * and back, as a plugin table would keep it.
  void *raw = (void *)mul;
  return ((binary *)raw)(6, 8);
}
