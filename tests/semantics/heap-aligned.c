// The allocation functions beside malloc.
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int isAt(const void *p, size_t alignment) {
  return (uintptr_t)p % alignment == 0;
}

int main(void) {
  void *p = NULL;
  printf("%d %d\n", posix_memalign(&p, 64, 100), isAt(p, 64));
  free(p);
  printf("%d\n", posix_memalign(&p, 3, 100) == EINVAL);
  p = aligned_alloc(256, 512);
  printf("%d\n", isAt(p, 256));
  free(p);
  p = memalign(1024, 10);
  printf("%d %d\n", isAt(p, 1024), malloc_usable_size(p) >= 10);
  free(p);
  p = valloc(10);
  printf("%d\n", isAt(p, 4096));
  free(p);
  p = pvalloc(10);
  printf("%d\n", isAt(p, 4096));
  memset(p, 1, 4096);
  free(p);
  int *numbers = reallocarray(NULL, 4, sizeof(int));
  for (int i = 0; i < 4; ++i)
    numbers[i] = i;
  numbers = reallocarray(numbers, 8, sizeof(int));
  printf("%d\n", numbers[3]);
  errno = 0;
  volatile size_t huge = SIZE_MAX / 2;
  printf("%d %d\n", reallocarray(numbers, huge, 4) == NULL, errno == ENOMEM);
  free(numbers);
  char *zeroed = calloc(3, 5);
  printf("%d\n", zeroed[14]);
  zeroed = realloc(zeroed, 30);
  printf("%d\n", zeroed[14]);
  free(zeroed);
  char *tokens[] = {"ro", "size", NULL}, *value, text[] = "size=3,ro,what=4", *rest = text;
  while (*rest) {
    const int which = getsubopt(&rest, tokens, &value);
    printf("%d %s\n", which, value ? value : "-");
  }
  return 0;
}
