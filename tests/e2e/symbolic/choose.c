// Every choice is tried; a replay takes the same.
// RUN: not %heddle check %s --out %t | FileCheck %s
// RUN: not %heddle replay %t/assertion-choose.c-12.heddle | FileCheck %s
// CHECK: choose.c:12:3: error: assertion failed: a * 10 + b != 23 [assertion]
#include <assert.h>
#include <heddle/heddle.h>

int main(void) {
  const unsigned a = heddle_choose(4);
  const unsigned b = heddle_choose(4);
  // 2 and 3
  assert(a * 10 + b != 23);
  return 0;
}
