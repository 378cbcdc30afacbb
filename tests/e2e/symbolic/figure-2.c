// Two threads, one of them reads twice: six interleavings, and one early end.
// RUN: %heddle check %s --strategy exhaustive --property assertion --all --out %t | FileCheck %s
// CHECK: safe: 7 executions
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static int x;

static void *writes(void *unused) {
  x = 10;
  x = 20;
  return unused;
}

static void *reads(void *unused) {
  const int a = x;
  const int b = x;
  assert(a <= b);
  return unused;
}

int main(void) {
  pthread_t first, second;
  x = heddle_int("V");
  if (x > 10)
    return 0;
  pthread_create(&first, 0, writes, 0);
  pthread_create(&second, 0, reads, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
