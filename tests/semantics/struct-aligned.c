// _Alignas and aligned attributes on members, variables and types.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct line {
  _Alignas(64) int a;
  int b;
};

struct __attribute__((aligned(32))) wide {
  char c;
};

struct outer {
  char lead;
  struct wide w;
  _Alignas(16) char tail[3];
};

typedef int loose __attribute__((aligned(2)));
struct squeezed {
  char c;
  loose i;
};

static _Alignas(128) char global[5];
static struct line lines[3];

static int aligned(const void *p, uintptr_t to) {
  return (uintptr_t)p % to == 0;
}

static struct outer fill(struct outer o) {
  o.w.c = (char)(o.lead + 1);
  o.tail[2] = (char)(o.lead + 2);
  return o;
}

int main(void) {
  _Alignas(32) char local[3];
  struct line on_stack = {1, 2};
  printf("%zu %zu %zu\n", sizeof(struct line), sizeof(struct outer), sizeof(struct squeezed));
  printf("%zu %zu\n", offsetof(struct outer, w), offsetof(struct outer, tail));
  printf("%zu %zu\n", _Alignof(struct outer), _Alignof(struct squeezed));
  printf("%d %d %d\n", aligned(global, 128), aligned(local, 32), aligned(&on_stack, 64));
  for (int i = 0; i < 3; i++) {
    lines[i].a = i;
    printf("%d", aligned(&lines[i], 64));
  }
  putchar('\n');
  struct outer o = fill((struct outer){'a', {0}, "x"});
  printf("%c%c%c%c\n", o.lead, o.w.c, o.tail[0], o.tail[2]);
  struct squeezed s = {1, 1 << 20};
  s.i += s.c;
  return s.i == (1 << 20) + 1;
}
