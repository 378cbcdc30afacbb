// A va_list at a symbolic place, and structures with symbolic parts behind the `...`.
// RUN: not %heddle check %s --all --out %t | FileCheck %s
// CHECK: va-list.c:[[#@LINE+34]]:{{.*}} [assertion]
// CHECK: inputs:
// CHECK-NEXT: small = 9
// CHECK-NEXT: large = 9
#include <assert.h>
#include <heddle/heddle.h>
#include <stdarg.h>

struct small {
  int a, b;
};
struct large {
  long a[4];
};

static long sum(int which, ...) {
  va_list lists[2];
  va_start(lists[which], which);
  va_list copy;
  va_copy(copy, lists[which]);
  va_end(lists[which]);
  const struct small first = va_arg(copy, struct small);
  const struct large second = va_arg(copy, struct large);
  const int last = va_arg(copy, int);
  va_end(copy);
  return first.a + first.b + second.a[0] + second.a[3] + last;
}

int main(void) {
  struct small first = {1, heddle_range(0, 9, "small")};
  struct large second = {{0, 0, 0, heddle_range(0, 9, "large")}};
  const int which = heddle_range(0, 1, "which");
  const long total = sum(which, first, second, 100);
  assert(total >= 101 && total <= 119);
  assert(total != 119);
  return 0;
}
