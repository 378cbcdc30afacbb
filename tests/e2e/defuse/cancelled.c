// A thread ends at its join only after it was asked to: all that follows from this run replays.
//
// RUN: rm -rf %t && %exits 0 %heddle defuse %s --out %t | FileCheck %s
// CHECK: main reads x
// CHECK-NEXT: from initial value
// CHECK-NEXT: from {{.*}}cancelled.c:11:
// CHECK: 1 of 1 inferred pairs replayed (100 %)
// CHECK: complete: {{.*}}, 0 open
#include <pthread.h>
static int x;
static void *set(void *p) { x = 1; return p; }
static void *wait(void *p) { pthread_t t; pthread_create(&t, 0, set, 0); pthread_join(t, 0); return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, wait, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  return x;
}
