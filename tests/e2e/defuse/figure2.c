// Paper 000, figure 2: ten pairs, of six pairs of branch sides one that no execution takes.
// RUN: rm -rf %t
// RUN: %exits 0 %heddle defuse %s --out %t | FileCheck %s
// CHECK: figure2.c:18:9: t0 reads x
// CHECK-NEXT: from initial value {{.*}}pair-18-from-start.heddle
// CHECK-NEXT: from {{.*}}figure2.c:35:7
// CHECK: branch pairs: 5 of 6 covered
// CHECK-NEXT: executions: 3 guided, {{[0-3]}} completing;
// CHECK: complete: {{[0-9]+}} pairs observed, {{[0-9]+}} inferred and replayed, 2 infeasible, 0 open
#include <heddle/heddle.h>
#include <pthread.h>

int x, y, z;

void *t0(void *unused) {
  int a = heddle_int("a");
  if (a > 1)
    z = x + 2;
  else {
    z = x - 2;
    x = 3;
  }
  return unused;
}

void *t1(void *unused) {
  int b = heddle_int("b");
  if (b > 5)
    b = y + 1;
  else
    b = y - 1;
  if (x > 2)
    y = z + 1;
  else
    x = z - 1;
  return unused;
}

void *t2(void *unused) {
  int c = heddle_int("c");
  int d;
  if (c < 2)
    d = 1;
  else
    d = 0;
  (void)d;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, t0, 0);
  pthread_create(&threads[1], 0, t1, 0);
  pthread_create(&threads[2], 0, t2, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  return 0;
}
