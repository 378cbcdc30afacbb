// What does not hold is not looked at, alone and beside another thread; others go on meanwhile.
// RUN: not %heddle check %s --out %t --all | FileCheck %s
// CHECK: assume.c:15:3: error: assertion failed: n >= 0 [assertion]
// CHECK: n = -1
// CHECK-NOT: assume.c:2
// CHECK: bug:
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static int n;

static void *checks(void *unused) {
  // Runs also where main stands at its assumption.
  assert(n >= 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  const int m = heddle_range(-3, 3, "m");
  n = heddle_int("n");
  heddle_assume(n > -100 && n < 100);
  pthread_create(&thread, 0, checks, 0);
  heddle_assume(n >= 0);
  assert(n >= 0);
  assert(m >= -3 && m <= 3);
  pthread_join(thread, 0);
  return 0;
}
