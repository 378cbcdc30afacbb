// A thread that is alone and goes round for ever: a hang, not a limit that was hit.
// RUN: %exits 1 %heddle check %s --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy exhaustive --out %t | FileCheck %s
// CHECK: error: hang
// CHECK-NOT: max-steps
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, count;

static void *work(void *unused) {
  atomic_fetch_add(&count, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  while (!ready || count != 1)
    ;
  return 0;
}
