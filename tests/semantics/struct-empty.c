// Empty structs, zero-length arrays and single-member wrappers.
#include <stdio.h>

struct nothing {};
struct holder {
  int a;
  struct nothing n;
  int b;
};
struct header {
  int count;
  int items[0];
};
struct wrap {
  struct {
    struct {
      int v;
    } inner;
  } outer;
};

static struct nothing pass(struct nothing n, int *counter) {
  ++*counter;
  return n;
}

static struct wrap twice(struct wrap w) {
  w.outer.inner.v *= 2;
  return w;
}

int main(void) {
  int counter = 0;
  struct holder h = {1, {}, 2};
  h.n = pass(pass(h.n, &counter), &counter);
  printf("%zu %zu %zu %d\n", sizeof(struct nothing), sizeof h, sizeof(struct header), counter);
  printf("%d %d\n", h.a, h.b);
  struct wrap w = {{{21}}};
  w = twice(w);
  printf("%d\n", w.outer.inner.v);
  struct {
    struct header h;
    int space[3];
  } block = {{3, {}}, {4, 5, 6}};
  int sum = 0;
  for (int i = 0; i < block.h.count; i++)
    sum += block.space[i];
  return sum + counter;
}
