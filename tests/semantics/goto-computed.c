// Computed goto: a threaded-code interpreter over a table of labels.
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, SWAP, JNZ, DEC, PRINT, HALT };

static int run(const int *pc) {
  static const void *const labels[] = {&&push, &&add, &&mul,   &&dup, &&swap,
                                       &&jnz,  &&dec, &&print, &&halt};
  int stack[16], *sp = stack, steps = 0, t;
  const int *code = pc;
#define NEXT                                                                                       \
  steps++;                                                                                         \
  goto *labels[*pc++]
  NEXT;
push:
  *sp++ = *pc++;
  NEXT;
add:
  sp--;
  sp[-1] += sp[0];
  NEXT;
mul:
  sp--;
  sp[-1] *= sp[0];
  NEXT;
dup:
  *sp = sp[-1];
  sp++;
  NEXT;
swap:
  t = sp[-1];
  sp[-1] = sp[-2];
  sp[-2] = t;
  NEXT;
jnz:
  pc = sp[-1] ? code + *pc : pc + 1;
  NEXT;
dec:
  sp[-1]--;
  NEXT;
print:
  printf("%d\n", sp[-1]);
  NEXT;
halt:
  printf("depth %d\n", (int)(sp - stack));
  return steps;
}

int main(void) {
  // Doubles the accumulator under a counter of ten.
  static const int power[] = {PUSH, 1,   PUSH, 10, SWAP, PUSH,  2,   MUL,
                              SWAP, DEC, JNZ,  4,  ADD,  PRINT, HALT};
  static const int sum[] = {PUSH, 20, PUSH, 22, ADD, PRINT, DUP, MUL, PRINT, HALT};
  int a = run(power);
  int b = run(sum);
  printf("%d %d\n", a, b);
  return b;
}
