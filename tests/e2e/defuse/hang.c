// What a loop reads that goes on for ever is in no test: the pair stays open, and that is no defect.
//
// RUN: rm -rf %t && %exits 1 %heddle defuse %s --out %t | FileCheck %s
// CHECK: hang
// CHECK: endless reads x
// CHECK-NEXT: from initial value {{ *}}open {{ *}}rounds of a loop that only waits are no steps
// CHECK-NOT: defect
#include <pthread.h>
static unsigned x, y;
static void *endless(void *p) {
  for (;;)
    if (x < 5)
      y = 0;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, endless, 0);
  pthread_join(t, 0);
  x = 1;
  return (int)y;
}
