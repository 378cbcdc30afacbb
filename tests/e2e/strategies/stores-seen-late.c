// Main's store comes after the first of the other thread and is seen, twice, with the second in
// between. That main could have stored first, and then is seen no more, does not cover it.
// RUN: %exits 1 %heddle check %s --strategy exhaustive --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --jobs 2 --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --no-observers --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --reads-from --out %t | FileCheck %s
// CHECK: error: assertion failed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *other(void *unused) {
  x = 1;
  y = 2;
  (void)atomic_exchange(&y, 3);
  x = 4;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  x = 10;
  const int first = x, between = y, second = x;
  pthread_join(thread, 0);
  assert(first != 10 || between != 2 || second != 10);
  return 0;
}
