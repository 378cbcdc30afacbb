// longjmp over many frames, out of a comparison in qsort, in a loop, and with values kept in
// memory.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf outer, inner;

static int sink(int depth) {
  char buffer[64];
  buffer[depth % 64] = (char)depth;
  if (depth == 500)
    longjmp(outer, buffer[depth % 64] ? 3 : 4);
  return sink(depth + 1) + buffer[0];
}

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  if (x < 0 || y < 0)
    longjmp(inner, x < 0 ? x : y);
  return x - y;
}

static int tries(int n) {
  volatile int count = 0;
  volatile int sum = 0;
  if (setjmp(inner) >= 0)
    sum += 100;
  count++;
  sum += count;
  if (count < n)
    longjmp(inner, count % 2 ? -count : count);
  return sum;
}

int main(void) {
  int code = setjmp(outer);
  if (code == 0)
    printf("not reached %d\n", sink(0));
  printf("%d\n", code);
  int numbers[] = {5, 3, -7, 9, 1};
  int got = setjmp(inner);
  if (got == 0)
    qsort(numbers, 5, sizeof *numbers, compare);
  printf("%d\n", got);
  printf("%d\n", tries(6));
  for (volatile int i = 0; i < 3; i++) {
    int back = setjmp(outer);
    if (back == 0)
      longjmp(outer, i);
    printf("%d%d ", i, back);
  }
  puts("");
  sigjmp_buf signals;
  volatile int twice = 0;
  if (sigsetjmp(signals, 1) < 2)
    siglongjmp(signals, ++twice);
  printf("%d\n", twice);
  return 0;
}
