// Structs that mix integers, floats and pointers, and travel half and half.
#include <stdio.h>

struct di {
  double d;
  int i;
};
struct id {
  long i;
  double d;
};
struct fi {
  float f;
  int i;
};
struct ffi {
  float f, g;
  char c;
};
struct cs {
  char c;
  short s;
  int i;
};
struct pn {
  const char *p;
  unsigned n;
};
struct big {
  char c;
  double d;
  short s;
  float f;
  long l;
};

static struct id flip(struct di v) {
  return (struct id){v.i, v.d};
}
static struct di flop(struct id v, int k) {
  return (struct di){v.d * k, (int)v.i * k};
}
static struct fi bump(struct fi v) {
  return (struct fi){v.f + 1, v.i - 1};
}
static struct ffi turn(struct ffi v) {
  return (struct ffi){v.g, v.f, (char)(v.c + 1)};
}
static struct cs mul(struct cs v) {
  return (struct cs){(char)-v.c, (short)(v.s * 2), v.i * 3};
}
static struct pn skip(struct pn v, unsigned n) {
  return (struct pn){v.p + n, v.n - n};
}
static struct big grow(struct big v, struct cs w) {
  v.c = w.c;
  v.d += w.s;
  v.s = (short)(v.s + w.i);
  v.f *= 2;
  v.l = -v.l;
  return v;
}

int main(void) {
  struct di a = flop(flip((struct di){1.5, 7}), 3);
  printf("%g %d\n", a.d, a.i);
  struct fi b = bump(bump((struct fi){0.25f, 10}));
  printf("%g %d\n", (double)b.f, b.i);
  struct ffi c = turn((struct ffi){1, 2, 'x'});
  printf("%g %g %c\n", (double)c.f, (double)c.g, c.c);
  struct cs d = mul((struct cs){5, -300, 70000});
  printf("%d %d %d\n", d.c, d.s, d.i);
  struct pn e = skip((struct pn){"by value", 8}, 3);
  printf("%s %u\n", e.p, e.n);
  struct big f = grow((struct big){'f', 0.5, 1, 1.25f, 1l << 40}, d);
  printf("%d %g %d %g %ld\n", f.c, f.d, f.s, (double)f.f, f.l);
  return a.i;
}
