// Two loops that never end and change nothing any more: in the midst of a round both can stand at
// the targets all the same.
// RUN: %exits 1 %heddle reach %s --target endless.c:13 --target endless.c:23 --strategy complete --out %t | FileCheck %s
// RUN: %exits 1 %heddle replay %t/target-endless.c-13.heddle | FileCheck %s
// RUN: %exits 1 %heddle reach %s --target endless.c:13 --target endless.c:23 --strategy guided --out %t | FileCheck %s
// CHECK: endless.c:{{13|23}}:{{.*}} stand at the targets at once [target]
#include <pthread.h>
#include <sched.h>
unsigned char g1, g2; unsigned g0;
void *t2(void *u) {
  for (;;) {
    __atomic_store_n(&g1, 2, __ATOMIC_RELAXED);
    unsigned r = g0;
    (void)r;
  }
  return u;
}
void *t1(void *u) {
  for (;;) {
    if (__atomic_load_n(&g1, __ATOMIC_RELAXED) == 0)
      break;
    __atomic_store_n(&g2, 0, __ATOMIC_SEQ_CST);
    sched_yield();
  }
  return u;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t1, 0);
  pthread_create(&b, 0, t2, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
