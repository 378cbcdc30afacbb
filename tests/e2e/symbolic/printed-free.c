// Printing a symbolic value takes no sides, by whichever function and with whatever width; nor does
// ending with one, or sleeping for that long.
// RUN: %heddle check %s --strategy exhaustive --out %t | FileCheck %s
// CHECK: safe: 1 execution,
#include <errno.h>
#include <heddle/heddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  const int n = heddle_int("n");
  fprintf(stderr, "%d %x\n", n, n);
  dprintf(1, "%p\n", (void *)(long)n);
  char bytes[4];
  heddle_symbolic(bytes, sizeof bytes, "bytes");
  const size_t written = fwrite(bytes, 1, sizeof bytes, stdout);
  const int put = putchar(n);
  fputc(n, stderr);
  errno = n;
  printf("%*d %m\n", heddle_range(1, 20, "width"), n);
  usleep((unsigned)n);
  exit(written == 4 && put >= 0 ? n : 1);
}
