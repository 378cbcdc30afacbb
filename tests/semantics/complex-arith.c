// _Complex addition, multiplication, conjugation, comparison, by value.
#include <stdio.h>

typedef double _Complex cd;
typedef float _Complex cf;

static cd make(double re, double im) {
  cd z;
  __real__ z = re;
  __imag__ z = im;
  return z;
}

static void show(cd z) {
  printf("(%g,%g) ", __real__ z, __imag__ z);
}
static cd square_plus(cd z, cd c) {
  return z * z + c;
}
static cf twice(cf z) {
  return z + z;
}

int main(void) {
  cd a = make(1, 2), b = make(-3, 0.5);
  show(a + b);
  show(a - b);
  show(a * b);
  show(~a);
  show(-a);
  show(a * 2.0);
  putchar('\n');
  printf("%d %d\n", a == b, a != b);
  cd z = 0;
  for (int i = 0; i < 5; i++)
    z = square_plus(z, make(-0.5, 0.25));
  printf("%.12g %.12g\n", __real__ z, __imag__ z);
  cf f = (cf)a;
  f = twice(f);
  f += 1;
  show(f);
  int _Complex n = 3;
  __imag__ n = -4;
  n = n * n;
  printf("%d %d\n", __real__ n, __imag__ n);
  cd arr[2] = {a, b};
  arr[1] *= arr[0];
  show(arr[1]);
  putchar('\n');
  return (int)__imag__ n + 30;
}
