// What locks protect and what a thread was handed for itself needs no stop: it is run through, by
// every dpor search that looks for races.
// RUN: %exits 0 %heddle check %s --strategy dpor --out %t | FileCheck %s
// RUN: %exits 0 %heddle check %s --out %t | FileCheck %s
// CHECK: safe: 4 executions, 0 pruned, 15 states
// RUN: %exits 0 %heddle check %s --strategy dpor --no-static --stats --out %t | FileCheck %s --check-prefix=ALL --implicit-check-not='run through'
// RUN: %exits 0 %heddle check %s --strategy dpor --stats --out %t | FileCheck %s --check-prefix=STATS
// ALL: safe: 4 executions, 0 pruned, 25 states
// STATS: accesses run through

// A race elsewhere is found as ever, and so is what comes of it.
// RUN: %exits 1 %heddle check %s --strategy dpor --all --out %t -- -DRACE | FileCheck %s --check-prefix=RACE
// RUN: %exits 1 %heddle check %s --strategy dpor --all --no-static --out %t -- -DRACE | FileCheck %s --check-prefix=RACE
// RACE-DAG: run-through.c:[[#@LINE+22]]:11: error: data race
// RACE-DAG: run-through.c:[[#@LINE+38]]:3: error: assertion
// RACE: bug:
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
  int in;
  int out;
};
static pthread_mutex_t sumLock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t countLock = PTHREAD_MUTEX_INITIALIZER;
static int sum, count;

static void *run(void *argument) {
  struct job *job = argument;
  job->out = 2 * job->in;
  pthread_mutex_lock(&sumLock);
  sum += job->out;
  pthread_mutex_unlock(&sumLock);
#ifdef RACE
  count = count + 1;
#else
  pthread_mutex_lock(&countLock);
  ++count;
  pthread_mutex_unlock(&countLock);
#endif
  return 0;
}

int main(void) {
  pthread_t other;
  struct job *job = calloc(1, sizeof *job);
  struct job mine = {2, 0};
  pthread_create(&other, 0, run, job);
  run(&mine);
  pthread_join(other, 0);
  free(job);
  assert(count == 2 && sum == 4);
  return 0;
}
