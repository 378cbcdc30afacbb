// The cleanup attribute runs at scope exit, in reverse order, on every path.
#include <stdio.h>
#include <stdlib.h>

static void say(const char *const *name) {
  printf("-%s ", *name);
}
static void release(int **p) {
  printf("free(%d) ", **p);
  free(*p);
}

#define SCOPED __attribute__((cleanup(say), unused)) const char *

static int *box(int v) {
  int *p = malloc(sizeof *p);
  if (!p)
    abort();
  *p = v;
  return p;
}

static int path(int way) {
  SCOPED outer = "outer";
  __attribute__((cleanup(release))) int *p = box(way);
  for (int i = 0; i < 3; i++) {
    SCOPED turn = i ? "later" : "first";
    if (way == 0)
      continue;
    if (way == 1)
      break;
    if (way == 2)
      goto out;
    SCOPED inner = "inner";
    // The value is computed before the cleanups run.
    if (i == 1)
      return (*p)++;
  }
  printf("end ");
out:
  return 100 + *p;
}

int main(void) {
  for (int way = 0; way < 4; way++) {
    int r = path(way);
    printf("=> %d\n", r);
  }
  return 0;
}
