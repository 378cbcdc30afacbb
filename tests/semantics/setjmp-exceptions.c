// Exceptions by macros: nested handlers, rethrow, state kept in volatiles.
#include <setjmp.h>
#include <stdio.h>

struct frame {
  jmp_buf env;
  struct frame *outer;
};
static struct frame *top;
static int thrown;

static _Noreturn void throw(int code) {
  struct frame *f = top;
  top = f->outer;
  thrown = code;
  longjmp(f->env, code);
}

static int checked_divide(int a, int b) {
  if (b == 0)
    throw(1);
  if (a < 0)
    throw(2);
  return a / b;
}

static int guarded(int a, int b) {
  struct frame f;
  f.outer = top;
  top = &f;
  volatile int stage = 0;
  switch (setjmp(f.env)) {
  case 0:
    stage = 1;
    int r = checked_divide(a, b);
    top = f.outer;
    return r;
  case 1:
    printf("caught 1 at stage %d\n", stage);
    return -1;
  default:
    printf("passing on %d at stage %d\n", thrown, stage);
    throw(thrown + 10);
  }
}

int main(void) {
  struct frame f;
  f.outer = NULL;
  top = &f;
  if (setjmp(f.env) == 0) {
    printf("%d\n", guarded(12, 4));
    printf("%d\n", guarded(1, 0));
    printf("%d\n", guarded(-1, 3));
    puts("not reached");
  }
  printf("outer %d, %d\n", thrown, top == NULL);
  return thrown;
}
