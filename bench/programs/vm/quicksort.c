// Quicksort of pseudo-random numbers: compares and swaps through pointers, recursion, branches that
// no predictor knows.
#include <stdio.h>

enum { Count = 60000, Rounds = 5 };
static int numbers[Count];

static void swap(int *a, int *b) {
  int c = *a;
  *a = *b;
  *b = c;
}

static void sort(int *from, int *to) {
  while (to - from > 1) {
    int pivot = from[(to - from) / 2];
    int *low = from, *high = to - 1;
    while (low <= high) {
      while (*low < pivot)
        ++low;
      while (*high > pivot)
        --high;
      if (low <= high)
        swap(low++, high--);
    }
    sort(from, high + 1);
    from = low;
  }
}

int main(void) {
  unsigned state = 7, sum = 0;
  for (unsigned round = 0; round < Rounds; ++round) {
    for (unsigned i = 0; i < Count; ++i) {
      state = state * 1664525u + 1013904223u;
      numbers[i] = (int)(state >> 4) - 100000000;
    }
    sort(numbers, numbers + Count);
    for (unsigned i = 0; i < Count; ++i)
      sum = sum * 31 + (unsigned)numbers[i] + (i && numbers[i - 1] > numbers[i]);
  }
  printf("%u\n", sum);
  return 0;
}
