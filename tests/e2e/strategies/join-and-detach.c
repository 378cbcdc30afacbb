// A thread is joined by one and detached by another: which comes first decides who is wrong.
// RUN: %exits 1 %heddle check %s --all --no-races --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --all --no-races --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --reads-from --all --no-races --out %t | FileCheck %s
// CHECK-DAG: error: detach of a thread that was joined already
// CHECK-DAG: error: join of a detached thread
#include <pthread.h>

static pthread_t first;
static int cell;

static void *store(void *unused) {
  cell = 1;
  return unused;
}

static void *detach(void *unused) {
  pthread_detach(first);
  return unused;
}

int main(void) {
  pthread_t second;
  pthread_create(&first, 0, store, 0);
  pthread_create(&second, 0, detach, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
