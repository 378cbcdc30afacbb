// sscanf: integers, floats, strings, sets, counts and failures.
#include <stdio.h>

int main(void) {
  int a = 0, b = 0, n = 0;
  unsigned x = 0;
  char word[16] = "", set[16] = "", c = 0;
  double d = 0;
  float f = 0;
  long l = 0;
  int r = sscanf("12 -34 ff", "%d %d %x", &a, &b, &x);
  printf("%d %d %d %u\n", r, a, b, x);
  r = sscanf("name=loom;3.5", "name=%15[a-z];%lf", word, &d);
  printf("%d %s %g\n", r, word, d);
  r = sscanf("  text 2.5e1 z", "%15s %f %c", word, &f, &c);
  printf("%d %s %g %c\n", r, word, (double)f, c);
  r = sscanf("12345", "%2d%3d%n", &a, &b, &n);
  printf("%d %d %d %d\n", r, a, b, n);
  r = sscanf("skip 7 9", "%*s %*d %ld", &l);
  printf("%d %ld\n", r, l);
  r = sscanf("abc", "%d", &a);
  printf("%d %d\n", r, a);
  r = sscanf("", "%d", &a);
  printf("%d\n", r);
  r = sscanf("10,20", "%d,%d", &a, &b);
  printf("%d %d %d\n", r, a, b);
  r = sscanf("upto]end", "%15[^]]", set);
  printf("%d %s\n", r, set);
  r = sscanf("0x1A 017", "%i %i", &a, &b);
  printf("%d %d %d\n", r, a, b);
  return a;
}
