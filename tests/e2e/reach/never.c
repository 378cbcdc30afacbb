// RUN: %exits 0 %heddle reach %s --target never.c:16 --out %t | FileCheck %s
// RUN: %exits 3 %heddle reach %s --target never.c:16 --strategy guided --out %t | FileCheck %s --check-prefix=OPEN
// RUN: %exits 0 %heddle reach %s --target never.c:16 --json - --out %t | %contract reach
#include <pthread.h>
static int flag;
static int other;
static void *worker(void *unused) {
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  if (flag == 2)
    other = 1;
  pthread_join(thread, 0);
  return other;
}
// CHECK: never.c:16: unreachable: none of 2 executions comes there
// CHECK: unreachable: 2 executions
// OPEN: never.c:16: open
// OPEN: ✓ {{.*}}never.c:15:7 {{ *}}branch
// OPEN: ✗ {{.*}}never.c:16:11 {{ *}}the target
// OPEN: blocked: {{.*}}never.c:15:7: main goes another way here with flag =
// OPEN: unknown:
