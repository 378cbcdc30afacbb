// Printing a symbolic value, or one of two texts, takes no sides.
// RUN: %heddle check %s --strategy exhaustive --out %t | FileCheck %s
// CHECK: safe: 1 execution,
#include <heddle/heddle.h>
#include <stdio.h>

int main(void) {
  const unsigned n = heddle_uint("n");
  printf("%u\n", n);
  puts(n > 5 ? "large" : "small");
  return 0;
}
