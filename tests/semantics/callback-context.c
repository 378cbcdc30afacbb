// Callbacks with a context pointer: map, filter, reduce, early stop.
#include <stdbool.h>
#include <stdio.h>

typedef bool visitor(int value, void *context);

static int each(const int *v, int n, visitor *f, void *context) {
  for (int i = 0; i < n; i++)
    if (!f(v[i], context))
      return i;
  return n;
}

struct stats {
  int count, min, max;
  long sum;
};

static bool measure(int value, void *context) {
  struct stats *s = context;
  s->min = s->count == 0 || value < s->min ? value : s->min;
  s->max = s->count == 0 || value > s->max ? value : s->max;
  s->sum += value;
  s->count++;
  return true;
}

struct sink {
  visitor *next;
  void *context;
  int limit;
};

static bool limited(int value, void *context) {
  struct sink *s = context;
  if (s->limit-- == 0)
    return false;
  return value % 2 || s->next(value * 10, s->context);
}

int main(void) {
  static const int v[] = {4, 7, -2, 9, 8, 6, 3};
  struct stats all = {0}, some = {0};
  int n = each(v, 7, measure, &all);
  printf("%d %d %d %d %ld\n", n, all.count, all.min, all.max, all.sum);
  struct sink sink = {measure, &some, 5};
  n = each(v, 7, limited, &sink);
  printf("%d %d %d %d %ld\n", n, some.count, some.min, some.max, some.sum);
  return some.count;
}
