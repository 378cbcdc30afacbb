// _Complex division and multiplication of special values call the runtime.
#include <math.h>
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
  printf("(%g,%g)\n", __real__ z, __imag__ z);
}

int main(void) {
  cd a = make(4, 2), b = make(1, -1);
  show(a / b);
  show(a / 2.0);
  show(b / a);
  cf fa = (cf)a, fb = (cf)b;
  show(fa / fb);
  cd inf = make(INFINITY, NAN);
  cd product = inf * a;
  printf("%d\n", isinf(__real__ product) != 0 || isinf(__imag__ product) != 0);
  a /= b;
  show(a);
  return 0;
}
