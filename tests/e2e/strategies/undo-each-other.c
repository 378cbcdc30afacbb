// Two threads that overwrite what the other has written until a third one ends it. They may do so
// for ever, in finitely many states.
// RUN: %exits 0 %heddle check %s --strategy exhaustive --out %t | FileCheck %s
// RUN: %exits 0 %heddle check %s --strategy exhaustive --dedup --out %t | FileCheck %s
// CHECK-NOT: incomplete
// CHECK: {{^}}safe:
// RUN: %exits 3 %heddle check %s --strategy dpor --out %t | FileCheck %s --check-prefix=DPOR
// DPOR: incomplete: rounds at {{.*}}undo-each-other.c:{{[0-9]+}}:{{[0-9]+}}: threads that may go round
// DPOR: {{^}}unknown:

// A loop that counts goes on as long as it has to.
// RUN: %exits 0 %heddle check %s --strategy dpor --out %t -- -DCOUNT=100 | FileCheck %s
// RUN: %exits 0 %heddle check %s --strategy exhaustive --dedup --out %t -- -DCOUNT=100 | FileCheck %s
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn, done;

static void *write(void *value) {
  int mine = *(int *)value;
#ifdef COUNT
  while (atomic_fetch_add(&turn, 1) < COUNT - mine) {
  }
#else
  do
    atomic_store(&turn, mine);
  while (!atomic_load(&done));
#endif
  return 0;
}

int main(void) {
  static int one = 1, two = 2;
  pthread_t a, b;
  pthread_create(&a, 0, write, &one);
#ifdef COUNT
  pthread_join(a, 0);
#endif
  pthread_create(&b, 0, write, &two);
  atomic_store(&done, 1);
#ifndef COUNT
  pthread_join(a, 0);
#endif
  pthread_join(b, 0);
  assert(turn > 0);
  return 0;
}
