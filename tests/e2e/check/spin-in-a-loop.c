// Waiting twice for what already holds is no hang, whether the outer loop is here or in a caller.
// RUN: %heddle check %s --out %t | FileCheck %s
// RUN: %heddle check %s --out %t -- -DCALL | FileCheck %s
// CHECK: safe: 1 execution
#include <pthread.h>

static int flag = 1;

static void await(void) {
  while (flag == 0)
    ;
}

static void *idle(void *unused) {
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, idle, 0);
  for (int i = 0; i < 2; ++i) {
#ifdef CALL
    await();
#else
    while (flag == 0)
      ;
    (void)await;
#endif
  }
  return pthread_join(thread, 0);
}
