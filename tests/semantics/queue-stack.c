// A ring buffer queue, a growing stack and a two-stack queue.
#include <stdio.h>
#include <stdlib.h>

struct ring {
  int v[4];
  unsigned head, tail;
};
static int put(struct ring *r, int v) {
  if (r->tail - r->head == 4)
    return 0;
  r->v[r->tail++ % 4] = v;
  return 1;
}
static int get(struct ring *r, int *v) {
  if (r->tail == r->head)
    return 0;
  *v = r->v[r->head++ % 4];
  return 1;
}

struct stack {
  int *v;
  size_t n, capacity;
};
static void push(struct stack *s, int v) {
  if (s->n == s->capacity) {
    s->capacity = s->capacity * 2 + 1;
    int *bigger = realloc(s->v, s->capacity * sizeof *bigger);
    if (!bigger)
      abort();
    s->v = bigger;
  }
  s->v[s->n++] = v;
}
static int pop(struct stack *s) {
  return s->v[--s->n];
}

int main(void) {
  // Starts near the wrap of the unsigned counters on purpose.
  struct ring r = {{0}, 0xFFFFFFFEu, 0xFFFFFFFEu};
  int accepted = 0, v;
  for (int i = 0; i < 6; i++)
    accepted += put(&r, i * i);
  while (get(&r, &v)) {
    printf("%d ", v);
    if (v == 4)
      put(&r, 100);
  }
  printf("| %d\n", accepted);
  struct stack in = {0}, out = {0};
  for (int i = 0; i < 10; i++) {
    push(&in, i);
    if (i % 4 == 3) {
      while (in.n)
        push(&out, pop(&in));
      printf("%d ", pop(&out));
      printf("%d ", pop(&out));
    }
  }
  printf("| %zu %zu %zu\n", in.n, out.n, in.capacity);
  int code = pop(&out);
  free(in.v);
  free(out.v);
  return code;
}
