// A lock that its owner may take again: who has it enters at once, and nobody else can come before
// that. So there is one pair of two threads that matters, of the outer locks.
//
// RUN: %exits 1 %heddle check %s --strategy value-schedule --no-races --stats --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy value-schedule --no-races --no-priority --no-accessibility --no-address-checks --no-slices --out %t | FileCheck %s --check-prefix=BUG
// RUN: %exits 0 %heddle check %s --strategy value-schedule --no-races --stats --out %t -- -DRIGHT | FileCheck %s --check-prefix=SAFE
//
// CHECK: assertion failed
// CHECK: given up blocked 0
// CHECK: bug:
// BUG: assertion failed
// SAFE: given up blocked 0
// SAFE: safe: {{.*}} by dpor
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int balance = 10;
static int fee;

static void charge(int amount) {
  pthread_mutex_lock(&lock);
  balance -= amount;
  fee += amount;
  pthread_mutex_unlock(&lock);
}

static void *draw(void *unused) {
  pthread_mutex_lock(&lock);
  charge(1);
  if (balance >= 9)
    balance -= 9;
  charge(0);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *close_account(void *unused) {
  pthread_mutex_lock(&lock);
  charge(0);
#ifdef RIGHT
  balance = 1; // For the fee.
#else
  balance -= 9; // Wrong if that was drawn.
#endif
  charge(0);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_mutexattr_t again;
  pthread_mutexattr_init(&again);
  pthread_mutexattr_settype(&again, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &again);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, close_account, 0);
  pthread_create(&threads[1], 0, draw, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert(balance >= 0 && fee == 1);
  return 0;
}
