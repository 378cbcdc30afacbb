// Three workers move money between accounts, each transfer under locks, and audit now and then. One
// audit reads without locks. By chance the bug comes in runs of hundreds of operations with dozens of
// switches; what is reported is the shortest that shows it.
// RUN: %exits 1 %heddle check %s --strategy random --seed 1 --no-races --verbose --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy random --seed 2 --no-races --verbose --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy pct --depth 9 --no-races --verbose --out %t | FileCheck %s
// CHECK-DAG: heddle: {{[0-9]+}} switches and {{[2-9][0-9][0-9]}} events become 3 and 126 after
// CHECK-DAG: minimised.c:[[#@LINE+43]]:5: error: assertion failed: sum == 3 * START [assertion]
// RUN: %exits 1 %heddle replay %t/assertion-minimised.c-51.heddle | FileCheck %s --check-prefix=REPLAY
// REPLAY: ╌{{$}}
// REPLAY: … {{.*}} more operations of
// REPLAY-COUNT-2: ╌{{$}}
// REPLAY-NOT: ╌{{$}}
// REPLAY: ✗ assertion
// RUN: %exits 1 %heddle check %s --strategy random --seed 1 --no-races --json - --out %t | FileCheck %s --check-prefix=JSON
// JSON: "events": 126
// JSON: "switches": 3
#include <assert.h>
#include <pthread.h>

enum { START = 100, ROUNDS = 12 };

static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static int accounts[3] = {START, START, START};

static void transfer(int from, int to, int amount) {
  int first = from < to ? from : to;
  int second = from < to ? to : from;
  pthread_mutex_lock(&locks[first]);
  pthread_mutex_lock(&locks[second]);
  accounts[from] -= amount;
  accounts[to] += amount;
  pthread_mutex_unlock(&locks[second]);
  pthread_mutex_unlock(&locks[first]);
}

static void audit(int round) {
  int sum = 0;
  if (round != ROUNDS - 1)
    for (int i = 0; i < 3; ++i)
      pthread_mutex_lock(&locks[i]);
  for (int i = 0; i < 3; ++i)
    sum += accounts[i];
  if (round != ROUNDS - 1) {
    for (int i = 3; i-- > 0;)
      pthread_mutex_unlock(&locks[i]);
    return;
  }
  if (sum != 3 * START)
    assert(sum == 3 * START);
}

static void *work(void *argument) {
  int id = *(int *)argument;
  for (int round = 0; round < ROUNDS; ++round) {
    transfer(id, (id + 1) % 3, round + 1);
    if (round % 4 == 3)
      audit(round);
  }
  return 0;
}

int main(void) {
  pthread_t threads[3];
  int ids[3] = {0, 1, 2};
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], 0, work, &ids[i]);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
