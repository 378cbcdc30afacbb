// Rounds of a loop that only waits are no steps: whether a read behind it sees what they write again is
// not known, though all executions were looked at.
//
// RUN: rm -rf %t && %exits 3 %heddle defuse %s --out %t | FileCheck %s
// CHECK: main reads x
// CHECK-NEXT: from initial value {{ *}}observed
// CHECK-NEXT: from {{.*}} open {{ *}}rounds of a loop that only waits are no steps
#include <heddle/heddle.h>
#include <pthread.h>
static int x = 1, flag;
static void *waiter(void *p) {
  int writes = heddle_choose(2);
  while (!flag)
    if (writes)
      x = 1;
  return p;
}
static void *setter(void *p) { flag = 1; return p; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, setter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return x;
}
