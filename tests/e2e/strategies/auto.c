// The default strategy: dpor does small programs by itself. Where it is not done soon, pct looks
// elsewhere, executions are led to what might be a race, and dpor goes on with all workers.
// RUN: %exits 0 %heddle check %s --verbose --out %t -- -DN=5 | FileCheck %s --check-prefix=SMALL --implicit-check-not=pct
// SMALL: heddle: dpor, one worker
// SMALL: safe: 120 executions, {{.*}}; covers assertion, deadlock, hang, race, memory, arithmetic, misuse, exception by dpor;
//
// RUN: %exits 0 %heddle check %s --verbose --jobs 2 --out %t | FileCheck %s --check-prefix=LARGE
// LARGE-DAG: heddle: dpor, one worker
// LARGE-DAG: heddle: pct, up to 500 runs
// LARGE-DAG: heddle: pct made 500 runs
// LARGE-DAG: heddle: dpor goes on, 2 workers
// LARGE-DAG: heddle: guided to a possible data-race at {{.*}}: nothing
// LARGE-DAG: auto: dpor (1000 executions), pct (500), guided (2), dpor (4040 on 2 threads)
// LARGE-DAG: safe: 5540 executions, {{.*}} exception by dpor;
// RUN: %heddle check %s --jobs 1 --json - --out %t | FileCheck %s --check-prefix=JSON
// JSON: "verdict": "safe"
// JSON: "strategy": "auto"
// JSON: "phases": [
// JSON: "strategy": "dpor"
// JSON: "executions": 1000
// JSON: "strategy": "pct"
// JSON: "executions": 500
// JSON: "strategy": "guided"
// JSON: "strategy": "dpor"
// JSON: "executions": 4040
// JSON-NEXT: "workers": 1
// JSON: "by": {
// JSON-NEXT: "assertion": "dpor"
// JSON: "race": "dpor"
// RUN: %heddle check %s --strategy dpor --json - --out %t | FileCheck %s --check-prefix=DPOR
// DPOR: "strategy": "dpor"
// DPOR-NEXT: "phases": []
// DPOR: "executions": 5040
//
// Dpor begins where the bug is not; pct meets it, what was met is made short, and nobody goes on.
// RUN: %exits 1 %heddle check %s --out %t -- -DN=8 -DBUG | FileCheck %s --check-prefix=BUG
// BUG: error: assertion failed: ready [assertion]
// BUG: in T2 second
// BUG: line │ main {{ *}}│ T2 second
// BUG-COUNT-3: creates
// BUG-NEXT: ╌╌
// BUG-NEXT: locks mutex
// BUG-NEXT: reads ready: 0
// BUG-NEXT: assertion
// BUG: auto: dpor (1000 executions), pct ([[#MADE:]]){{$}}
// BUG: bug: [[#MADE+1000]] executions
// With --all the search is completed, and the bug is told once.
// RUN: %exits 1 %heddle check %s --all --out %t -- -DN=8 -DBUG | FileCheck %s --check-prefix=ALL
// ALL: error: assertion failed: ready
// ALL-NOT: error:
// ALL: auto: dpor (1000 executions), pct (500), guided (2), dpor (
// Chance is a seed, so two runs by one worker print the same.
// RUN: %exits 1 %heddle check %s --all --jobs 1 --seed 7 --out %t -- -DN=8 -DBUG | sed "s/, [0-9.]* s;//" > %t.one
// RUN: %exits 1 %heddle check %s --all --jobs 1 --seed 7 --out %t -- -DN=8 -DBUG | sed "s/, [0-9.]* s;//" > %t.two
// RUN: diff %t.one %t.two && grep -c "executions" %t.one
//
// Bounds of other strategies lead there, or say where they belong.
// RUN: %exits 3 %heddle check %s --preemptions 0 --out %t -- -DN=4 | FileCheck %s --check-prefix=BOUND
// BOUND: incomplete: preemptions: executions with more than 0 preemptions were not tried
// BOUND: by exhaustive up to 0 preemptions;
// RUN: %exits 2 %heddle check %s --dedup | FileCheck %s --check-prefix=DEDUP
// DEDUP: error: --dedup means nothing to the strategy 'auto', which {{.*}}; it is for 'exhaustive'
// RUN: %exits 2 %heddle check %s --runs 3 | FileCheck %s --check-prefix=RUNS
// RUNS: error: --runs means nothing to the strategy 'auto', which {{.*}}; it is for 'pct' and 'random'
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 7
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready, order;

static void *first(void *unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *second(void *unused) {
  pthread_mutex_lock(&mutex);
#ifdef BUG
  assert(ready);
#endif
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *other(void *number) {
  pthread_mutex_lock(&mutex);
  order = 10 * order + *(int *)number;
  pthread_mutex_unlock(&mutex);
  return number;
}

int main(void) {
  pthread_t a, b, others[N - 2];
  int numbers[N - 2];
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  for (int i = 0; i < N - 2; ++i) {
    numbers[i] = i;
    pthread_create(&others[i], 0, other, &numbers[i]);
  }
  pthread_join(a, 0);
  pthread_join(b, 0);
  for (int i = 0; i < N - 2; ++i)
    pthread_join(others[i], 0);
  return 0;
}
