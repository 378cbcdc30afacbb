// Two threads pay into and draw from two accounts; one of them takes the lock of the wrong one. A
// write behind a branch that is never taken is a pair all the same, and is given up at the branch.
//
// RUN: not %heddle check %s --strategy value-schedule --no-races --stats --out %t | FileCheck %s
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-priority --no-accessibility --no-address-checks --no-slices --out %t | FileCheck %s --check-prefix=BUG
// RUN: not %heddle check %s --strategy value-schedule --no-races --all --stats --out %t | FileCheck %s --check-prefix=ALL
// RUN: %heddle check %s --strategy value-schedule --no-races --stats --out %t -- -DRIGHT | FileCheck %s --check-prefix=SAFE
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --out %t -- -DRIGHT | FileCheck %s --check-prefix=ALONE
// RUN: not %heddle check %s --strategy value-schedule --workers 2 2>&1 | FileCheck %s --check-prefix=JOBS
// RUN: not %heddle check %s --strategy value-schedule --checkpoint %t.state 2>&1 | FileCheck %s --check-prefix=SAVED
// RUN: not %heddle check %s --strategy dpor --focus balance 2>&1 | FileCheck %s --check-prefix=DPOR
//
// CHECK: assertion failed
// CHECK: pairs rw
// CHECK: orders fulfilled 1
// BUG: assertion failed
// ALL: given up branch {{[1-9]}}
// SAFE: value-schedule: value-schedule ({{[0-9]+}} executions), dpor ({{[0-9]+}})
// SAFE: safe: {{.*}} by dpor
// ALONE: incomplete: value-schedules: only executions that pairs lead to were tried
// ALONE: unknown
// JOBS: error: --workers means nothing to the strategy 'value-schedule'
// SAVED: error: --checkpoint and --resume do not go with the strategy 'value-schedule', whose pairs are not saved
// DPOR: error: --focus means nothing to the strategy 'dpor'
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account one = {PTHREAD_MUTEX_INITIALIZER, 0};
static struct account other = {PTHREAD_MUTEX_INITIALIZER, 0};
enum { AMOUNT = 10 };
#ifdef RIGHT
#define DRAWN one
#else
#define DRAWN other
#endif

static void *pay_in(void *unused) {
  pthread_mutex_lock(&one.lock);
  one.balance += AMOUNT;
  pthread_mutex_unlock(&one.lock);
  pthread_mutex_lock(&other.lock);
  other.balance += AMOUNT;
  pthread_mutex_unlock(&other.lock);
  return unused;
}

static void *draw(void *unused) {
  pthread_mutex_lock(&DRAWN.lock);
  one.balance -= AMOUNT;
  if (other.balance > 2 * AMOUNT)
    one.balance = 0;
  pthread_mutex_unlock(&DRAWN.lock);
  pthread_mutex_lock(&other.lock);
  other.balance -= AMOUNT;
  pthread_mutex_unlock(&other.lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, pay_in, 0);
  pthread_create(&threads[1], 0, draw, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert(one.balance == other.balance);
  return 0;
}
