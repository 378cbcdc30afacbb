// What a program ends with matters to handlers that look at it, and to nobody else.
// RUN: not %heddle check %s --all --out %t | FileCheck %s
// RUN: not %heddle check %s --all --out %t -- -DCALLS | FileCheck %s
// CHECK: exit-status.c:[[#@LINE+8]]:{{.*}} [assertion]
// CHECK: status = 7
#define _DEFAULT_SOURCE
#include <assert.h>
#include <heddle/heddle.h>
#include <stdlib.h>

static void leave(int status, void *unused) {
  assert(status != 7 || unused);
}

int main(void) {
  const int status = heddle_range(0, 9, "status");
  on_exit(leave, NULL);
#ifdef CALLS
  exit(status);
#endif
  return status;
}
