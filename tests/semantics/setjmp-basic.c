// setjmp and longjmp: values, nested frames, loops.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;
static int depth_seen;

static void dive(int depth) {
  if (depth == 5) {
    depth_seen = depth;
    longjmp(env, 42);
  }
  dive(depth + 1);
  puts("not reached");
}

static int count_up(void) {
  volatile int turns = 0;
  if (setjmp(env) < 4) {
    turns++;
    longjmp(env, turns);
  }
  return turns;
}

int main(void) {
  volatile int before = 1;
  switch (setjmp(env)) {
  case 0:
    before = 2;
    dive(0);
    break;
  case 42:
    printf("back with 42, before %d, depth %d\n", before, depth_seen);
    break;
  default:
    puts("wrong value");
  }
  printf("%d\n", count_up());
  // Zero is delivered as one.
  switch (setjmp(env)) {
  case 0:
    longjmp(env, 0);
  case 1:
    puts("one");
    break;
  default:
    puts("neither");
  }
  volatile int value = 0;
  if (!setjmp(env)) {
    value = 7;
    longjmp(env, 1);
  }
  return value;
}
