// Each thread is handed an element of one array and keeps to it (figure 6.15 of the thesis): where
// the two came once, and touched different accounts, the pair is dropped for good.
//
// RUN: %heddle check %s --strategy value-schedule --no-races --stats --out %t | FileCheck %s
// RUN: %heddle check %s --strategy value-schedule --no-races --no-address-checks --stats --out %t | FileCheck %s --check-prefix=KEPT
//
// CHECK: infeasible {{.*}}: they touch different places, which stay the same as long as the threads live
// CHECK: not begun dropped {{ *}}{{[1-9]}}
// CHECK: pairs dropped {{ *}}{{[1-9]}}
// CHECK: safe:
// KEPT: pairs dropped {{ *}}0
// KEPT: safe:
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
enum { AMOUNT = 10 };

static void *pay_in(void *argument) {
  struct account *mine = &accounts[(long)argument];
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&mine->lock);
    mine->balance += AMOUNT;
    pthread_mutex_unlock(&mine->lock);
  }
  return 0;
}

static void *draw(void *argument) {
  struct account *mine = &accounts[(long)argument];
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&mine->lock);
    mine->balance -= AMOUNT;
    pthread_mutex_unlock(&mine->lock);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, pay_in, (void *)0);
  pthread_create(&threads[1], 0, draw, (void *)1);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
