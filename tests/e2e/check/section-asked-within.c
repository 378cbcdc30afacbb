// An input, or a choice, decides whether the assumption in an atomic section holds. Where it does
// not, nobody sees what the section has done.
// RUN: %heddle check %s -- -DCORRECT | FileCheck %s --check-prefix=SAFE
// RUN: %heddle check %s --strategy exhaustive --dedup -- -DCORRECT | FileCheck %s --check-prefix=SAFE
// SAFE: safe
// RUN: %exits 1 %heddle check %s --all --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy exhaustive --all --out %t | FileCheck %s
// CHECK-DAG: section-asked-within.c:[[#@LINE+27]]:3: error: assertion failed: seen != 4
// CHECK-DAG: section-asked-within.c:[[#@LINE+27]]:3: error: assertion failed: limit != 3
// RUN: %exits 1 %heddle replay %t/assertion-section-asked-within.c-35.heddle | FileCheck %s --check-prefix=REPLAY
// REPLAY: ✗ assertion
#include <heddle/heddle.h>
#include <pthread.h>

static int value, limit;

static void *enter(void *unused) {
  heddle_atomic_begin();
  value = 7;
  if (limit > 1)
    value = 8;
  heddle_assume(limit < 3);
  heddle_assume(heddle_choose(2) == 1);
  value = 4;
  heddle_atomic_end();
  return unused;
}

static void *look(void *unused) {
  heddle_atomic_begin();
  int seen = value;
  heddle_atomic_end();
  heddle_assert(seen != 7 && seen != 8);
#ifndef CORRECT
  heddle_assert(seen != 4);
  heddle_assert(limit != 3);
#endif
  return unused;
}

int main(void) {
  limit = heddle_range(0, 3, "limit");
  pthread_t entering, looking;
  pthread_create(&entering, 0, enter, 0);
  pthread_create(&looking, 0, look, 0);
  pthread_detach(entering);
  pthread_join(looking, 0);
  return 0;
}
