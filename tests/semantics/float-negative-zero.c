// Negative zero: equal to zero, told apart by its sign bit and by division.
#include <math.h>
#include <stdio.h>

static int sign(double v) {
  return signbit(v) != 0;
}

int main(void) {
  volatile double pz = 0.0, nz = -0.0;
  printf("%d %d\n", pz == nz, pz < nz);
  printf("%d %d %d\n", sign(pz), sign(nz), sign(-pz));
  printf("%g %g\n", pz, nz);
  volatile double one = 1;
  printf("%d %d\n", one / INFINITY == 0, sign(-one / INFINITY));
  printf("%d %d %d\n", sign(nz + pz), sign(nz + nz), sign(pz - pz));
  printf("%d %d\n", sign(nz * -one), sign(nz * one));
  // Negation flips the sign, subtraction from zero does not.
  printf("%d %d\n", sign(-pz), sign(0.0 - pz));
  printf("%d %d\n", sign(copysign(3.0, nz)), sign(copysign(-3.0, pz)));
  printf("%d %d\n", sign(ceil(-0.5)), sign(trunc(-0.9)));
  printf("%d\n", sign((double)(int)nz));
  printf("%.1f %+.1f %+.1f\n", nz, nz, pz);
  volatile float fz = -0.0f;
  printf("%d %d\n", sign((double)fz), fz ? 1 : 0);
  return 0;
}
