// Both threads can be past their locks at once, but not between them.
// RUN: rm -rf %t && %exits 1 %heddle reach %s --target together.c:13 --target together.c:21 --out %t | FileCheck %s
// RUN: %exits 1 %heddle replay %t/target-together.c-13.heddle | FileCheck %s --check-prefix=AGAIN
// RUN: %exits 3 %heddle replay --native %t/target-together.c-13.heddle | FileCheck %s --check-prefix=NATIVE
// RUN: %exits 0 %heddle reach %s --target together.c:11 --target together.c:19 --out %t | FileCheck %s --check-prefix=NEVER
#include <pthread.h>
static int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *unused) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  y = 1;
  return unused;
}
static void *two(void *unused) {
  pthread_mutex_lock(&m);
  // The same lock.
  x = 2;
  pthread_mutex_unlock(&m);
  y = 2;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return x + y;
}
// CHECK: together.c:13:5: error: T1 and T2 stand at the targets at once [target]
// CHECK: note: T2 two is here
// CHECK: reached:
// AGAIN: together.c:13:5: error: T1 and T2 stand at the targets at once [target]
// AGAIN: reached:
// NATIVE: native-unsupported: target: on real threads nobody stops at a line
// NEVER: together.c:11, {{.*}}together.c:19: unreachable
