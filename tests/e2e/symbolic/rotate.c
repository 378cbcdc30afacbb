// Rotating an input by a plain amount keeps all its bits.
// RUN: %exits 1 %heddle check %s --all --out %t | FileCheck %s --implicit-check-not=error:
// CHECK-DAG: rotate.c:[[#@LINE+7]]:{{.*}} [assertion]
// CHECK-DAG: rotate.c:[[#@LINE+8]]:{{.*}} [assertion]
// CHECK: bug
#include <heddle/heddle.h>

int main(void) {
  if (heddle_bool("left"))
    heddle_assert(__builtin_rotateleft8(heddle_uchar("a"), 5) != 238);
  else
    heddle_assert(__builtin_rotateright16(heddle_ushort("b"), 5) != 238);
  return 0;
}
