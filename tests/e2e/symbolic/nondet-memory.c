// __VERIFIER_nondet_memory makes bytes an input, whatever lies there.
// RUN: not %heddle check %s --out %t | FileCheck %s
// RUN: not %heddle replay %t/reach-error-nondet-memory.c-22.heddle | FileCheck %s
// CHECK: nondet-memory.c:22:{{.*}} [reach-error]
// CHECK: inputs:
// CHECK-NEXT: memory = 0x0000007100002c010200
// CHECK-NEXT: memory#2 = -3
extern void __VERIFIER_nondet_memory(void *, unsigned long);
extern void reach_error(void);

struct point {
  char name[6];
  short x, y;
};

int main(void) {
  struct point point = {"abc", 1, 2};
  int n = 0;
  __VERIFIER_nondet_memory(&point, sizeof point);
  __VERIFIER_nondet_memory(&n, sizeof n);
  if (point.name[3] == 'q' && point.x == 300 && n + point.y == -1 && point.y == 2)
    reach_error();
  return 0;
}
