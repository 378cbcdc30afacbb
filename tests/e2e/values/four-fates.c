// Four pairs, four fates (figure 3.1 of the thesis): a write behind a branch that is never taken,
// two elements of one array, two that take one lock, and a division by what the other one sets to
// zero.
//
// RUN: not %heddle check %s --strategy value-schedule --no-races --all --out %t | FileCheck %s
// RUN: not %heddle check %s --strategy value-schedule --no-races --all --out %t --json - | FileCheck %s --check-prefix=JSON
// RUN: not %heddle check %s --strategy value-schedule --no-races --out %t | FileCheck %s --check-prefix=FIRST
// RUN: not %heddle check %s --strategy value-schedule --no-races --all --out %t -- -DWAIT | FileCheck %s --check-prefix=WAIT
#include <pthread.h>

static int v1;
static int v2[20];
static int v3;
static int v4 = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ids[2] = {1, 2};
static int result;

static void *first(void *number) {
  const int id = *(int *)number;
  int local = v1;
  local += v2[id];
  pthread_mutex_lock(&lock);
  v3 = 1;
  pthread_mutex_unlock(&lock);
#ifndef WAIT
  local = local / v4;
#endif
  result = local;
  return 0;
}

static void *second(void *number) {
  const int id = *(int *)number;
  int local = 0;
  if (local > id)
    v1 = 3;
  v2[id] = 2;
  pthread_mutex_lock(&lock);
  v3 = 1;
  pthread_mutex_unlock(&lock);
  v4 *= local;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, &ids[0]);
  pthread_create(&threads[1], 0, second, &ids[1]);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
#ifdef WAIT
  return result / v4;
#endif
}
// CHECK: error: {{.*}}[division-by-zero]
// CHECK: 4 conflicting pairs: 1 harmful, 1 benign, 2 infeasible
// CHECK-NEXT: harmful     RW v4: read at {{.*}}four-fates.c:27:19, write at {{.*}}four-fates.c:42:6: division-by-zero at {{.*}}four-fates.c:27:17; heddle replay {{.*}}.heddle
// CHECK-NEXT: benign      MM lock: lock at {{.*}}, lock at
// CHECK-DAG: infeasible  RW v1: read at {{.*}}, write at {{.*}}four-fates.c:37:8: no execution comes to both: turned away at the branch {{.*}}four-fates.c:36:7
// CHECK-DAG: infeasible  RW v2[id]: read at {{.*}}, write at {{.*}}: they touch different places
// CHECK: bug:
// JSON: "pair_fates": [
// JSON: "status": "harmful",
// JSON: "failure": "division-by-zero",
// JSON: "test": "{{.*}}.heddle"
// JSON: "status": "benign",
// JSON: "status": "infeasible",
//
// Before the search has come to its end nothing is said to be infeasible.
// FIRST: conflicting pairs: 1 harmful
// FIRST-NOT: infeasible
//
// A failure that comes whatever the order is none of a pair.
// WAIT: [division-by-zero]
// WAIT-NOT: harmful
