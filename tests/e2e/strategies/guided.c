// Summaries leave out executions, and say so. What a bug needs is not left out.
//
// RUN: %heddle check %s --strategy assertion-guided --no-races --out %t | FileCheck %s
// RUN: %heddle check %s --strategy assertion-guided --no-races --no-dpor --stats --out %t | FileCheck %s --check-prefix=STATS
// RUN: %heddle check %s --strategy assertion-guided --no-races --no-summaries --out %t | FileCheck %s --check-prefix=ALL
// RUN: not %heddle check %s --strategy assertion-guided --no-races --all --out %t -- -DLIMIT=15 | FileCheck %s --check-prefix=BUG
// RUN: not %heddle check %s --strategy assertion-guided --out %t | FileCheck %s --check-prefix=RACES
// RUN: not %heddle check %s --strategy assertion-guided --workers 2 2>&1 | FileCheck %s --check-prefix=JOBS
// RUN: not %heddle check %s --strategy assertion-guided --checkpoint %t.state 2>&1 | FileCheck %s --check-prefix=SAVED
// RUN: not %heddle check %s --strategy dpor --no-summaries 2>&1 | FileCheck %s --check-prefix=DPOR
//
// CHECK: safe: {{[1-5]}} executions, {{[1-9]}} pruned
// STATS: summaries stored
// STATS: summary hits
// STATS: summary percent without solver
// ALL: safe: 6 executions, 0 pruned
// BUG: guided.c:[[@LINE+23]]:{{.*}} assertion failed
// RACES: bug: {{.*}} by assertion-guided without summaries
// JOBS: error: --workers means nothing to the strategy 'assertion-guided'
// SAVED: error: --checkpoint and --resume do not go with the strategy 'assertion-guided', whose summaries are not saved
// DPOR: error: --no-summaries means nothing to the strategy 'dpor'
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef LIMIT
#define LIMIT 20
#endif

static int x;

static void *writer(void *unused) {
  x = 10;
  x = 20;
  return unused;
}

static void *reader(void *unused) {
  int once = x;
  int again = x;
  heddle_assert(once <= LIMIT && again <= LIMIT);
  return unused;
}

int main(void) {
  x = heddle_int("x");
  heddle_assume(x <= 10);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, reader, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
