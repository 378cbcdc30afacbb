// The thread that holds a read-write lock for writing takes it again: misuse, not a mere deadlock.
// RUN: not %heddle check %s --out %t | FileCheck %s
// CHECK: [[#@LINE+7]]:3: error: {{.*}}relock of a read-write lock{{.*}}[lock-misuse]
#include <pthread.h>

static pthread_rwlock_t lock;

int main(void) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_rdlock(&lock);
  return 0;
}
