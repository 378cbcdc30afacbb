// Label addresses stored, compared and kept as differences.
#include <stdio.h>

static int walk(int start, int n) {
  // Offsets from a base label keep the table free of relocations.
  static const int offset[] = {&&a - &&a, &&b - &&a, &&c - &&a};
  int trace = 0;
  goto *(&&a + offset[start]);
a:
  trace = trace * 4 + 1;
  if (--n > 0)
    goto *(&&a + offset[(trace >> 1) % 3]);
  return trace;
b:
  trace = trace * 4 + 2;
  if (--n > 0)
    goto *(&&a + offset[n % 3]);
  return trace;
c:
  trace = trace * 4 + 3;
  if (--n > 0)
    goto *(n & 1 ? &&a : &&b);
  return -trace;
}

static int states(const char *s) {
  void *state = &&outside;
  int words = 0;
  for (; *s; s++) {
    goto *state;
  outside:
    if (*s != ' ') {
      words++;
      state = &&inside;
    }
    continue;
  inside:
    if (*s == ' ')
      state = &&outside;
  }
  return words * 2 + (state == &&inside);
}

int main(void) {
  for (int s = 0; s < 3; s++)
    printf("%d %d\n", walk(s, 1), walk(s, 6));
  printf("%d %d %d\n", states("two words"), states("  trailing space "), states(""));
  return states("a b c");
}
