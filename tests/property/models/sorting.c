// Sorting and searching on generated arrays.
#include "generate.h"
#include <search.h>

static int byTens(const void *a, const void *b) {
  return *(const int *)a / 10 - *(const int *)b / 10;
}
static int withContext(const void *a, const void *b, void *context) {
  ++*(int *)context;
  return (*(const unsigned char *)a > *(const unsigned char *)b) -
         (*(const unsigned char *)a < *(const unsigned char *)b);
}

int main(int argc, char **argv) {
  seedFrom(argc, argv);
  for (int round = 0; round < 60; ++round) {
    int numbers[120];
    const size_t count = pick(100);
    for (size_t i = 0; i < count; ++i)
      numbers[i] = (int)pick(1000);
    // Many are equal to it: only a stable sort gives the same.
    qsort(numbers, count, sizeof *numbers, byTens);
    for (size_t i = 0; i < count; ++i)
      printf("%d ", numbers[i]);
    int key = (int)pick(1000), calls = 0;
    const int *found = bsearch(&key, numbers, count, sizeof *numbers, byTens);
    printf("%d", found ? *found / 10 == key / 10 : -1);
    size_t n = count;
    const int *first = lfind(&key, numbers, &n, sizeof *numbers, byTens);
    printf(" %ld", place(first, numbers));
    lsearch(&key, numbers, &n, sizeof *numbers, byTens);
    printf(" %zu\n", n);
    unsigned char bytes[60];
    for (size_t i = 0; i < sizeof bytes; ++i)
      bytes[i] = (unsigned char)pick(256);
    qsort_r(bytes, sizeof bytes / 3, 3, withContext, &calls);
    showBytes(bytes, sizeof bytes);
    printf("%d\n", calls > 0);
  }
  return 0;
}
