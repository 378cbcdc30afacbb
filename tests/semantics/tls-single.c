// _Thread_local variables in one thread: initialisers, addresses, statics.
#include <stdio.h>

struct state {
  int depth;
  const char *name;
};

_Thread_local int plain = 7;
static _Thread_local int zero;
static __thread struct state state = {1, "initial"};
static _Thread_local int array[4] = {1, 2, 3};

static int *address(void) {
  return &zero;
}

static int per_call(void) {
  static _Thread_local int calls = 100;
  return calls++;
}

int main(void) {
  extern _Thread_local int plain;
  plain *= 6;
  *address() += 3;
  zero++;
  printf("%d %d\n", plain, *address());
  struct state saved = state;
  state.depth++;
  state.name = "changed";
  printf("%d %s %d %s\n", saved.depth, saved.name, state.depth, state.name);
  int *p = array + 3;
  while (p > array)
    *p-- += *array;
  printf("%d %d %d %d\n", array[0], array[1], array[2], array[3]);
  int a = per_call(), b = per_call();
  printf("%d %d\n", a, b);
  return address() == &zero ? plain : 1;
}
