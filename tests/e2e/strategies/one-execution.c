// A program without a choice has one execution: sampling it once is the whole search.
// RUN: %exits 0 %heddle check %s --strategy pct --out %t | FileCheck %s
// RUN: %exits 0 %heddle check %s --strategy random --out %t | FileCheck %s
// CHECK: safe: 1 execution, 0 pruned, 0 states

// With an input there are two paths, and chance does not know whether it has seen all.
// RUN: %exits 3 %heddle check %s --strategy pct --runs 50 --out %t -- -DINPUT | FileCheck %s --check-prefix=INPUT
// INPUT: incomplete: sampled: 50 runs were sampled
// RUN: %exits 1 %heddle check %s --strategy random --runs 50 --out %t -- -DINPUT -DBROKEN | FileCheck %s --check-prefix=BROKEN
// BROKEN: error: assertion failed
// BROKEN: n = 8
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static int cell;

static void *store(void *value) {
  cell = *(int *)value;
  return 0;
}

int main(void) {
  int value = 3;
#ifdef INPUT
  int n = heddle_range(0, 9, "n");
  if (n > 7)
    value = 4;
#endif
  pthread_t thread;
  pthread_create(&thread, 0, store, &value);
  pthread_join(thread, 0);
#ifdef BROKEN
  assert(cell == 3);
#endif
  return 0;
}
