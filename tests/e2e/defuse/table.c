// Threads whose functions stand in a table are in no loop that waits: what is not possible is said to be.
//
// RUN: rm -rf %t && %exits 0 %heddle defuse %s --out %t --no-search --verbose | FileCheck %s
// CHECK: set reads x
// CHECK-NEXT: from initial value {{ *}}infeasible
// CHECK-NEXT: from {{.*}}table.c:[[@LINE+6]]{{.*}} {{observed|inferred}}
// CHECK: complete: {{.*}} 0 open
#include <pthread.h>
static int x, seen;
static void *other(void *p) { x = 2; return p; }
static void *set(void *p) {
  x = 1;
  seen = x;
  return p;
}
int main(void) {
  void *(*all[])(void *) = {set, other};
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, all[i], 0);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], 0);
  return seen;
}
