// A function that nobody has a model for is named with its place, and --models brings one.
// RUN: rm -rf %t && mkdir -p %t/own
// RUN: %exits 3 %heddle check %s --out %t | FileCheck %s
// CHECK: unsupported-function at {{.*}}missing.c:[[#@LINE+7]]:18: no model for function frobnicate
// CHECK: unknown
// RUN: echo 'int frobnicate(int n) { return n + 1; }' > %t/own/frob.c
// RUN: %heddle check %s --out %t --models %t/own | FileCheck %s --check-prefix=OWN
// OWN: safe
#include <assert.h>
int frobnicate(int);
int main(void) { assert(frobnicate(1) == 2); }
