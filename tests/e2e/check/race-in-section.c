// A section is tried out before it is granted; a race that is met then must still be reported.
// RUN: not %heddle check %s --out %t | FileCheck %s
// CHECK: data race
#include <heddle/heddle.h>
#include <pthread.h>

static int value;

static void *writer(void *unused) {
  heddle_atomic_begin();
  value = 1;
  heddle_atomic_end();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  value = 2;
  return pthread_join(thread, 0);
}
