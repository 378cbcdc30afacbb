// A finding is not lost when the smallest inputs are too hard to find.
// RUN: python3 %S/../limits/ends.py --within 4 --verdict bug --reason time --kind assertion -- %heddle check %s --all --time 2 --out %t
// RUN: not %heddle replay %t/assertion-smallest-limit.c-15.heddle | FileCheck %s
// CHECK: [assertion]
#include <assert.h>
#include <heddle/heddle.h>

int main(void) {
  const unsigned n = heddle_uint("n");
  const unsigned long a = heddle_ulong("a");
  const unsigned long b = heddle_ulong("b");
  // For a small n a product of two large primes has to be taken apart.
  const int hard = (a > 1) & (b > 1) & (a >> 32 == 0) & (b >> 32 == 0) &
                   (a * b == 8687298342800752309ul);
  assert(!((n > 100) | hard));
  return 0;
}

// And it says that they may not be the smallest.
// RUN: %exits 1 %heddle check %s --time 1 --out %t | FileCheck %s --check-prefix=LARGE
// LARGE: inputs (smaller ones may do):
// RUN: %exits 1 %heddle check %s --time 1 --json - --out %t | FileCheck %s --check-prefix=JSON
// JSON: "inputs_smallest": false
