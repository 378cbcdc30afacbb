// Printing a symbolic value takes no sides; which text is printed does.
// RUN: %heddle check %s --strategy exhaustive --out %t | FileCheck %s
// CHECK: safe: 2 executions,
#include <heddle/heddle.h>
#include <stdio.h>

int main(void) {
  const unsigned n = heddle_uint("n");
  printf("%u\n", n);
  puts(n > 5 ? "large" : "small");
  return 0;
}
