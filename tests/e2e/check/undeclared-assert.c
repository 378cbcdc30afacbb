// Old programs call assert without its header: a function of that name, which the compiler only warns
// of. The condition is the one at the place, also when a line has several.
// RUN: not %heddle check %s --out %t -- -w | FileCheck %s
// CHECK: [[#@LINE+1]]:40: error: assertion failed: (n + 1) * 2 < 3 [assertion]
int main(void) { int n = 1; assert(n); assert((n + 1) * 2 < 3); return 0; }
