// Where no assertion depends on another thread, one order of threads stands for all. Where one does,
// by memory or because of who may go on, all that differ are tried.
//
// RUN: %heddle check %s --strategy assertion-guided --property assertion --out %t | FileCheck %s
// RUN: %heddle check %s --strategy assertion-guided --property assertion --no-slicing --out %t | FileCheck %s --check-prefix=MANY
// RUN: %heddle check %s --strategy assertion-guided --no-races --out %t | FileCheck %s --check-prefix=MANY
// RUN: not %heddle check %s --strategy assertion-guided --property assertion --out %t -- -DSUM | FileCheck %s --check-prefix=SUM
// RUN: not %heddle check %s --strategy assertion-guided --property assertion --out %t -- -DINPUT | FileCheck %s --check-prefix=INPUT
// RUN: not %heddle check %s --strategy dpor --no-slicing 2>&1 | FileCheck %s --check-prefix=DPOR
//
// CHECK: safe: 1 execution, 0 pruned
// MANY: safe: {{[0-9]+}} execution{{s?}}, {{[1-9][0-9]*}} pruned
// SUM: one-order.c:[[@LINE+37]]:{{.*}} assertion failed
// INPUT: one-order.c:[[@LINE+21]]:{{.*}} assertion failed
// DPOR: error: --no-slicing means nothing to the strategy 'dpor'
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static int turns[2];

static void count(int by) {
  pthread_mutex_lock(&lock);
  total = total * 2 + by;
  pthread_mutex_unlock(&lock);
}

static void *run(void *mine) {
  int *turn = mine;
  for (int i = 0; i < 2; ++i) {
    ++*turn;
    count(*turn);
#ifdef INPUT
    heddle_assert(*turn <= heddle_range(1, 5, "most"));
#endif
  }
  heddle_assert(*turn == 2);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, run, &turns[0]);
  pthread_create(&threads[1], 0, run, &turns[1]);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  heddle_assert(turns[0] + turns[1] == 4);
#ifdef SUM
  heddle_assert(total != 18); // Both count once before anybody does so twice.
#endif
  return 0;
}
