// The parity of a running sum: 2^12 paths, and hardly a question for Z3.
// RUN: %heddle check %s --strategy exhaustive --stats --out %t | FileCheck %s
// CHECK: solver questions
// CHECK: safe: 4096 executions
#include <heddle/heddle.h>

int main(void) {
  unsigned char bytes[12];
  unsigned sum = 0, odd = 0;
  heddle_symbolic(bytes, sizeof bytes, "bytes");
  for (unsigned i = 0; i < sizeof bytes; ++i) {
    sum += bytes[i];
    if (sum & 1)
      ++odd;
  }
  return odd > 20;
}
