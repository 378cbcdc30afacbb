// A question that is too hard ends in unknown, in time.
// RUN: python3 %S/../limits/ends.py --within 4 --reason time -- %heddle check %s --time 2 --out %t
#include <assert.h>
#include <heddle/heddle.h>

int main(void) {
  const unsigned long a = heddle_ulong("a");
  const unsigned long b = heddle_ulong("b");
  heddle_assume(a > 1 && b > 1 && a < 4294967296ul && b < 4294967296ul && a <= b);
  assert(a * b != 10967535067ul * 1000003ul || a * 3 + b * 5 == 77);
  return 0;
}
