// Function pointers cast to another type, stored, compared and cast back.
#include <stdio.h>

typedef void (*generic)(void);
typedef int (*int_fn)(int);
typedef double (*real_fn)(double, double);

static int twice(int v) {
  return 2 * v;
}
static int thrice(int v) {
  return 3 * v;
}
static double hyp2(double a, double b) {
  return a * a + b * b;
}

struct entry {
  char kind;
  generic fn;
};

static const struct entry entries[] = {
    {'i', (generic)twice}, {'r', (generic)hyp2}, {'i', (generic)thrice}, {0, 0}};

static double call(const struct entry *e, double v) {
  if (e->kind == 'i')
    return ((int_fn)e->fn)((int)v);
  return ((real_fn)e->fn)(v, 1);
}

static int apply(int (*f)(int), int n, int v) {
  return n ? f(apply(f, n - 1, v)) : v;
}

int main(void) {
  for (const struct entry *e = entries; e->fn; e++)
    printf("%c %g\n", e->kind, call(e, 2.5));
  printf("%d %d\n", entries[0].fn == (generic)twice, entries[0].fn == entries[2].fn);
  void *slots[2] = {(void *)twice, (void *)thrice};
  int_fn f = (int_fn)slots[1];
  printf("%d %d\n", f(7), apply(f, 3, 1));
  int_fn none = NULL;
  printf("%d %d\n", !none, none == f);
  return ((int_fn)slots[0])(21);
}
