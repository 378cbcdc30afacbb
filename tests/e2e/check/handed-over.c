// How a thread of C11 gets its function and argument is the library's own; a block is freed, not its first member.
// RUN: %exits 1 %heddle check %s --out %t | FileCheck %s --implicit-check-not=heap@17
// CHECK: creates T1
// CHECK: reads shared
// CHECK: frees heap@16{{$}}
#include <stdlib.h>
#include <threads.h>
struct item { int key, value; };
static struct item *shared;
static int drop(void *unused) {
  (void)unused;
  free(shared);
  return 0;
}
int main(void) {
  shared = malloc(sizeof *shared);
  thrd_t one; thrd_create(&one, drop, 0);
  shared->key = 1;
  thrd_join(one, 0);
}
