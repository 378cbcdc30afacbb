// The last thread to be joined stores, and main looks at that within the same step. That its store
// came after another one is seen by that, so it does not stand for what follows where it came first.
// RUN: %exits 1 %heddle check %s --strategy dpor --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --no-observers --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy exhaustive --out %t | FileCheck %s
// CHECK: store-seen-in-its-step.c:[[#@LINE+31]]:3: error: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint cell, flag;
static unsigned read, replaced;

static void *look(void *unused) {
  (void)unused;
  read = atomic_load(&cell);
  atomic_store(&cell, 3);
  return 0;
}

static void *replace(void *unused) {
  (void)unused;
  replaced = atomic_exchange(&cell, 2);
  atomic_store(&flag, 2);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, look, 0);
  pthread_create(&b, 0, replace, 0);
  atomic_store(&cell, 1);
  atomic_store(&flag, 1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  unsigned last = atomic_load(&flag) == 2 ? atomic_load(&cell) : 0;
  assert(!(read == 2 && replaced == 0 && last == 3));
  return 0;
}
