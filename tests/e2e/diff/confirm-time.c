// --confirm-time bounds the search for executions: a nanosecond is over before it begins, on every
// machine, and with time enough there is one.
// RUN: sed 's/.*pthread_join.*//' %s > %t-lost.c
// RUN: rm -rf %t.out && %exits 1 %heddle diff %s %t-lost.c --quiet --confirm --confirm-time 0.000000001 --out %t.out | FileCheck %s --check-prefix=SHORT --implicit-check-not=confirmed
// SHORT: only in the new version:{{$}}
// SHORT-NEXT: x at {{.*}} reads the initial value
// SHORT: the time for confirming was up
// RUN: not ls %t.out/diff-new-1.heddle
// RUN: %exits 1 %heddle diff %s %t-lost.c --quiet --confirm --confirm-time 600 --out %t.out | FileCheck %s --check-prefix=LONG
// LONG: only in the new version: confirmed
// LONG-NEXT: x at {{.*}} reads the initial value
// RUN: %exits 1 %heddle replay %t.out/diff-new-1.heddle
#include <pthread.h>

static int x, seen;

static void *work(void *unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  pthread_join(worker, 0);
  seen = x;
  return 0;
}
