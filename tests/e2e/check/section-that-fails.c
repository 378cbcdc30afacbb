// A thread that fails inside of an atomic section has left it: what others do in theirs comes after
// it, and is no race with what it did.
// RUN: not %heddle check %s --all | FileCheck %s
// RUN: not %heddle check %s --all --strategy exhaustive | FileCheck %s
#include <heddle/heddle.h>
#include <pthread.h>

int x;

static void *fails(void *unused) {
  heddle_atomic_begin();
  x = 1;
  // CHECK: section-that-fails.c:[[#@LINE+1]]:3: error: assertion failed
  heddle_assert(x == 2);
  heddle_atomic_end();
  return unused;
}

static void *ends(void *unused) {
  heddle_atomic_begin();
  x = 3;
  pthread_exit(unused);
}

static void *other(void *unused) {
  heddle_atomic_begin();
  x = 4;
  heddle_atomic_end();
  return unused;
}

int main(void) {
  void *(*run[])(void *) = {fails, ends, other};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, run[i], 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  return 0;
}
// CHECK-NOT: data-race
// CHECK: bug:
