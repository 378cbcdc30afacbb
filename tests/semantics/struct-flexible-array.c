// A flexible array member sized at allocation.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
  size_t length;
  char kind;
  char bytes[];
};

struct samples {
  int n;
  double v[];
};

static struct text *make(const char *s) {
  size_t n = strlen(s);
  struct text *t = malloc(sizeof *t + n + 1);
  if (!t)
    abort();
  t->length = n;
  t->kind = 't';
  memcpy(t->bytes, s, n + 1);
  return t;
}

static struct samples fixed = {3, {1.5, 2.5, 3.5}};

int main(void) {
  struct text *a = make("warp"), *b = make(" and weft");
  struct text *c = malloc(sizeof *c + a->length + b->length + 1);
  if (!c)
    return 1;
  *c = *a;
  c->length += b->length;
  strcpy(c->bytes, a->bytes);
  strcat(c->bytes, b->bytes);
  printf("%zu %c %s\n", c->length, c->kind, c->bytes);
  double sum = 0;
  for (int i = 0; i < fixed.n; i++)
    sum += fixed.v[i];
  printf("%g %zu %zu\n", sum, sizeof(struct text), sizeof fixed);
  int code = c->bytes[5];
  free(a);
  free(b);
  free(c);
  return code;
}
