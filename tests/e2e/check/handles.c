// A pthread_t is shown as the thread it stands for.
// RUN: %exits 1 %heddle check %s --out %t --verbose | FileCheck %s
// CHECK: others[1] = thread T2
// CHECK: reads others[1]: thread T2
// CHECK: reads most: -1
// CHECK: error: data race on others[1]: read by T1 and write by main are not ordered
#include <assert.h>
#include <pthread.h>
static pthread_t others[2];
static long most = -1;
static void *look(void *unused) {
  if (others[1])
    most = most + 1;
  return unused;
}
int main(void) {
  pthread_create(&others[0], 0, look, 0);
  pthread_create(&others[1], 0, look, 0);
  pthread_join(others[0], 0);
  pthread_join(others[1], 0);
  assert(most == -1);
}
