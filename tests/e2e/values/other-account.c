// Which of two accounts is meant is decided as the program runs (figure 6.14 of the thesis): the
// operations of the pair touch different ones, and it is given up when the other thread has come
// there.
//
// RUN: %heddle check %s --strategy value-schedule --no-races --stats --out %t | FileCheck %s
//
// CHECK: infeasible  RW other.balance: {{.*}}they touch different places
// CHECK: given up address {{ *}}{{[1-9]}}
// CHECK: safe:
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account one = {PTHREAD_MUTEX_INITIALIZER, 0};
static struct account other = {PTHREAD_MUTEX_INITIALIZER, 0};
enum { AMOUNT = 10 };

static void *pay_in(void *unused) {
  pthread_mutex_lock(&one.lock);
  one.balance += AMOUNT;
  pthread_mutex_unlock(&one.lock);
  pthread_mutex_lock(&other.lock);
  other.balance -= AMOUNT;
  pthread_mutex_unlock(&other.lock);
  return unused;
}

static void *draw(void *unused) {
  struct account *chosen;
  pthread_mutex_lock(&one.lock);
  if (one.balance >= 0)
    chosen = &one;
  else
    chosen = &other;
  chosen->balance -= AMOUNT;
  pthread_mutex_unlock(&one.lock);
  pthread_mutex_lock(&other.lock);
  other.balance += AMOUNT;
  pthread_mutex_unlock(&other.lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, pay_in, 0);
  pthread_create(&threads[1], 0, draw, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
