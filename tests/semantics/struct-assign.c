// Struct assignment copies; aliasing, chains and self-assignment.
#include <stdio.h>

struct small {
  char a, b;
};
struct large {
  long v[20];
  struct small s;
};

static struct large pool[4];
static int index_calls;
static int next(void) {
  return index_calls++;
}

static struct large make(int seed) {
  struct large l;
  for (int i = 0; i < 20; i++)
    l.v[i] = seed * i;
  l.s = (struct small){'m', (char)('0' + seed)};
  return l;
}

int main(void) {
  struct large a = make(3), b, c;
  c = b = a;
  a.v[19] = -1;
  printf("%ld %ld %ld\n", a.v[19], b.v[19], c.v[19]);
  pool[next()] = make(5);
  pool[next() + 1] = pool[0];
  printf("%d %ld %ld\n", index_calls, pool[0].v[2] + pool[1].v[2], pool[2].v[2] + pool[3].v[2]);
  struct large *p = &pool[0], *q = p;
  pool[0] = make(7);
  *p = *q;
  printf("%ld %c%c\n", p->v[1], q->s.a, q->s.b);
  p->s = a.s;
  struct small s = (b = make(9)).s;
  printf("%c %c %ld\n", p->s.b, s.b, b.v[1]);
  struct large chosen = index_calls > 5 ? a : make(2);
  printf("%ld\n", chosen.v[10]);
  return (int)chosen.v[19];
}
