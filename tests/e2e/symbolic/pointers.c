// A pointer that may point to several objects, and one that may be null.
// RUN: not %heddle check %s --out %t --all | FileCheck %s
// RUN: not %heddle replay %t/assertion-pointers.c-20.heddle | FileCheck %s --check-prefix=REPLAY
// CHECK-DAG: pointers.c:20:3: error: assertion failed: b == 2 [assertion]
// CHECK-DAG: which = 1
// CHECK-DAG: pointers.c:22:{{[0-9]+}}: error: write through a null pointer [null-pointer]
// CHECK-DAG: null = 9
// REPLAY: which = 1
#include <assert.h>
#include <heddle/heddle.h>

int main(void) {
  int a = 1, b = 2, c = 3;
  int *all[] = {&a, &b, &c};
  const unsigned which = heddle_uint("which");
  const unsigned null = heddle_uint("null");
  heddle_assume(which < 3);
  *all[which] += 10;
  assert(a == 1 || a == 11);
  assert(b == 2);
  int *p = null == 9 ? 0 : &c;
  *p = 4;
  return 0;
}
