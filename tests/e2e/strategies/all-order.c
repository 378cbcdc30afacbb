// With --all each bug is told once, bugs that are no race first, in the order of the source, whoever
// met it when. One worker prints the same every time; several find the same.
// RUN: rm -rf %t && mkdir %t
// RUN: %exits 1 %heddle check %s --all --jobs 1 --out %t/out | sed "s/, [0-9.]* s;//" > %t/one
// RUN: %exits 1 %heddle check %s --all --jobs 1 --out %t/out | sed "s/, [0-9.]* s;//" > %t/two
// RUN: diff %t/one %t/two && FileCheck %s < %t/one
// RUN: %exits 1 %heddle check %s --all --strategy dpor --jobs 2 --out %t/out > %t/three && FileCheck %s < %t/three
// RUN: %exits 1 %heddle check %s --all --strategy dpor --jobs 4 --out %t/out > %t/four && FileCheck %s < %t/four
// RUN: %exits 1 %heddle check %s --all --strategy exhaustive --preemptions 4 --out %t/out > %t/five && FileCheck %s < %t/five
// RUN: grep -c "error:" %t/one %t/three %t/four %t/five | FileCheck %s --check-prefix=COUNT
// COUNT-COUNT-4: :6{{$}}
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int hits, total;

static void *first(void *unused) {
  ++total;
  pthread_mutex_lock(&a);
  // CHECK: [[#@LINE+1]]:3: error: deadlock
  pthread_mutex_lock(&b);
  ++hits;
  // CHECK: [[#@LINE+1]]:3: error: assertion failed: hits != 1 [assertion]
  assert(hits != 1);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

static void *second(void *unused) {
  total += 2;
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  ++hits;
  // CHECK: [[#@LINE+1]]:3: error: assertion failed: hits != 1 [assertion]
  assert(hits != 1);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return total != 3;
}
// Races come last.
// CHECK-NOT: [assertion]
// CHECK-COUNT-3: [data-race]
// CHECK-NOT: error:
