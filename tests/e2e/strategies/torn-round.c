// A loop that waits and looks at two places sees one before a change and the other after it. A round
// that would come to nothing if nobody acted in it is begun all the same.
// RUN: %exits 1 %heddle check %s --strategy exhaustive --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy exhaustive --dedup --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy exhaustive --preemptions 4 --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --reads-from --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy random --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --out %t | FileCheck %s
// CHECK: error: assertion failed
// CHECK: {{^}}bug:

// Looked at in the other order nothing is torn.
// RUN: %exits 0 %heddle check %s --out %t -- -DORDERED | FileCheck %s --check-prefix=SAFE
// RUN: %exits 0 %heddle check %s --strategy exhaustive --out %t -- -DORDERED | FileCheck %s --check-prefix=SAFE
// SAFE-NOT: incomplete
// SAFE: {{^}}safe:
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second, stop;

static void *work(void *unused) {
  atomic_store(&first, 1);
  atomic_store(&second, 1);
  atomic_store(&stop, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  int a = 0, b = 0;
  pthread_create(&thread, 0, work, 0);
  do {
#ifdef ORDERED
    b = atomic_load(&second);
    a = atomic_load(&first);
#else
    a = atomic_load(&first);
    b = atomic_load(&second);
#endif
    if (!a && b)
      break;
  } while (!atomic_load(&stop));
  assert(a || !b);
  pthread_join(thread, 0);
  return 0;
}
