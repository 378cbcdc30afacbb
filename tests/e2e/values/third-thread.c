// A write behind a branch that only a third thread opens (figure 5.18 of the thesis): on the way to
// it the read in the condition has to let that thread come first. So two operations come before
// others, one for the sake of the other.
//
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --stats --out %t | FileCheck %s
// RUN: not %heddle check %s --strategy value-schedule --no-races --out %t -- -DCLOSED | FileCheck %s --check-prefix=CLOSED
//
// CHECK: assertion failed: !came || one.balance == 1000
// CHECK: harmful {{.*}}one.balance
// CHECK: orders fulfilled {{ *}}{{[2-9]|[1-9][0-9]+}}
// CLOSED: assertion failed: one.balance == other.balance
// CLOSED-NOT: came
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account one = {PTHREAD_MUTEX_INITIALIZER, 0};
static struct account other = {PTHREAD_MUTEX_INITIALIZER, 0};
static int came;
enum { AMOUNT = 10 };

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
  pthread_mutex_lock(&other.lock);
  one.balance -= AMOUNT;
  if (other.balance < 0) {
    one.balance = 1000;
    came = 1;
  }
  pthread_mutex_unlock(&other.lock);
  pthread_mutex_lock(&other.lock);
  other.balance -= AMOUNT;
  pthread_mutex_unlock(&other.lock);
  return unused;
}

static void *spoil(void *unused) {
#ifndef CLOSED
  other.balance = -999;
#endif
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, pay_in, 0);
  pthread_create(&threads[1], 0, draw, 0);
  pthread_create(&threads[2], 0, spoil, 0);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
#ifdef CLOSED
  assert(one.balance == other.balance);
#endif
  assert(!came || one.balance == 1000);
  return 0;
}
