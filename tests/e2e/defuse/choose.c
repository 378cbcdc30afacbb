// Only one of the values that the program chooses is followed: nothing is called infeasible.
//
// RUN: rm -rf %t && %exits 3 %heddle defuse %s --out %t | FileCheck %s
// CHECK: main reads x
// CHECK-NEXT: from initial value {{ *}}observed
// CHECK-NEXT: open {{ *}}the program chooses a value
// CHECK: incomplete: choices at
#include <heddle/heddle.h>
#include <pthread.h>
static int x;
static void *set(void *p) { if (heddle_choose(3) == 2) x = 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, set, 0); int seen = x; pthread_join(t, 0); return seen; }
