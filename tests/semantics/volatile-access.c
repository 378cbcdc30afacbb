// volatile and register variables, and restrict pointers.
#include <stdio.h>

static volatile int shared = 3;
struct device {
  volatile unsigned char status;
  volatile unsigned short data[2];
  volatile unsigned mode : 3;
};

static int poll(volatile int *p) {
  return *p + *p;
}

static void scale(int n, float *restrict to, const float *restrict from) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] * 2;
}

int main(void) {
  shared++;
  shared *= 2;
  printf("%d %d\n", shared, poll(&shared));
  struct device d = {0};
  d.status |= 0x80;
  d.data[1] = d.status;
  d.data[1] <<= 4;
  d.mode = (unsigned)shared + 5;
  printf("%d %d %d\n", d.status, d.data[1], d.mode);
  register int r = 5;
  for (register int i = 0; i < 3; i++)
    r = r * r % 100;
  printf("%d\n", r);
  float from[3] = {1, 2.5f, -4}, to[3];
  scale(3, to, from);
  printf("%g %g %g\n", (double)to[0], (double)to[1], (double)to[2]);
  volatile double v = 0.5;
  v = v + v * v;
  volatile struct {
    int a, b;
  } s = {1, 2};
  s.a += s.b;
  const volatile int both = 9;
  printf("%g %d %d\n", v, s.a, both);
  return shared;
}
