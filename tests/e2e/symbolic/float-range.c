// Numbers that do not fit into an integer become the same with symbolic inputs and with plain ones,
// which is what they become on x86.
// RUN: not %heddle check %s --all --out %t | FileCheck %s --implicit-check-not=not-reproduced
// CHECK-DAG: float-range.c:18:{{.*}} [assertion]
// CHECK-DAG: float-range.c:24:{{.*}} [assertion]
// CHECK-DAG: float-range.c:27:{{.*}} [assertion]
// CHECK-DAG: float-range.c:30:{{.*}} [assertion]
// CHECK-DAG: float-range.c:33:{{.*}} [assertion]
// CHECK-DAG: float-range.c:39:{{.*}} [assertion]
// CHECK: bug: 20 executions,
#include <assert.h>
#include <heddle/heddle.h>

int main(void) {
  const float d = heddle_float("d");
  switch (heddle_choose(8)) {
  case 0:
    assert(!(d > 3e9 && (int)d == -2147483647 - 1));
    break;
  case 1:
    assert(!(d > 3e9 && (int)d != -2147483647 - 1));
    break;
  case 2:
    assert(!(d < -5 && (unsigned)d == 4294967289u));
    break;
  case 3:
    assert(!(d > 5e9 && (unsigned)d == 0));
    break;
  case 4:
    assert(!(d > 256 && (unsigned char)d == 44));
    break;
  case 5:
    assert(!(d < -5 && (unsigned long)d == -7ul));
    break;
  case 6:
    assert(!(d > 1e30 && (long)d == 0));
    break;
  case 7:
    assert(!(d > 1e30 && (unsigned long)d == 1ul << 63));
    break;
  }
  return 0;
}
