// The interleaving shows values as the type of the variable has them.
// RUN: not %heddle check %s --out %t | FileCheck %s
// CHECK: bytes[2] = 200
// CHECK: sum = 4000000000
// CHECK: point.y = -3
// CHECK: reads bytes[2]: 200
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned char bytes[4];
static atomic_uint sum;
static struct {
  atomic_uint x;
  atomic_int y;
} point;

static void *work(void *unused) {
  bytes[2] = 200;
  sum = 4000000000u;
  point.y = -3;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(bytes[2] != 200);
  return 0;
}
