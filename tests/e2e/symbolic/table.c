// Reads and writes at symbolic indices.
// RUN: not %heddle check %s --out %t --all | FileCheck %s
// RUN: not %heddle replay %t/assertion-table.c-21.heddle | FileCheck %s --check-prefix=REPLAY
// RUN: not %heddle replay %t/out-of-bounds-table.c-23.heddle | FileCheck %s --check-prefix=BOUNDS
// CHECK-DAG: table.c:21:5: error: assertion failed: squares[slot] != 49 [assertion]
// CHECK-DAG: slot = 7
// CHECK-DAG: table.c:23:{{[0-9]+}}: error: {{.*}} [out-of-bounds]
// CHECK-DAG: far = 16
// REPLAY: slot = 7
// BOUNDS: far = 16
#include <assert.h>
#include <heddle/heddle.h>

int main(void) {
  int squares[16];
  for (int i = 0; i < 16; ++i)
    squares[i] = i * i;
  const unsigned slot = heddle_uint("slot");
  const unsigned far = heddle_uint("far");
  if (slot < 16)
    assert(squares[slot] != 49);
  if (far < 17)
    squares[far] = 3;
  return 0;
}
