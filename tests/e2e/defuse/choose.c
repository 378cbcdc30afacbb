// Only one of the values that the program chooses is followed: nothing is called infeasible, unless all
// executions can be looked at.
//
// RUN: rm -rf %t && %exits 3 %heddle defuse %s --out %t --no-search | FileCheck %s
// CHECK: main reads x
// CHECK-NEXT: from initial value {{ *}}observed
// CHECK-NEXT: open {{ *}}the program chooses a value
// CHECK: incomplete: choices at
// RUN: %exits 0 %heddle defuse %s --out %t --fresh | FileCheck %s --check-prefix=SEARCH
// SEARCH: main reads x
// SEARCH-NEXT: from initial value {{ *}}observed
// SEARCH-NEXT: from {{.*}} observed
// SEARCH: complete: 2 pairs observed, 0 inferred and replayed, 0 infeasible, 0 open
#include <heddle/heddle.h>
#include <pthread.h>
static int x;
static void *set(void *p) { if (heddle_choose(3) == 2) x = 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, set, 0); int seen = x; pthread_join(t, 0); return seen; }
