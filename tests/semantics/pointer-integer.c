// Pointers to uintptr_t and back, comparisons and arithmetic in between.
#include <stdint.h>
#include <stdio.h>

static int global[4] = {5, 6, 7, 8};

static int fetch(uintptr_t base, int index) {
  return *(int *)(base + (uintptr_t)index * sizeof(int));
}

int main(void) {
  uintptr_t base = (uintptr_t)global;
  printf("%d %d\n", fetch(base, 0), fetch(base, 3));
  printf("%d\n", (uintptr_t)&global[2] - base == 8);
  int *p = (int *)(base + 4);
  *p = 60;
  printf("%d %d\n", global[1], p == &global[1]);
  intptr_t diff = (intptr_t)&global[0] - (intptr_t)&global[3];
  printf("%ld\n", (long)diff);
  printf("%d %d\n", (uintptr_t)NULL == 0, (void *)0 == NULL);
  uintptr_t swap_a = (uintptr_t)&global[0], swap_b = (uintptr_t)&global[2];
  swap_a ^= swap_b;
  swap_b ^= swap_a;
  swap_a ^= swap_b;
  printf("%d %d\n", *(int *)swap_a, *(int *)swap_b);
  int local = 3;
  volatile uintptr_t hidden = ~(uintptr_t)&local;
  ++*(int *)~hidden;
  printf("%d\n", local);
  int (*f)(uintptr_t, int) = fetch;
  uintptr_t code = (uintptr_t)f;
  return ((int (*)(uintptr_t, int))code)(base, 2);
}
