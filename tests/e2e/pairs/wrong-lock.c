// Two accounts; the second thread updates one of them under the lock of the other (the program of
// figure 5.1 in the thesis on value schedules, with mutexes for monitors).
#include <assert.h>
#include <pthread.h>

struct account {
  int val;
  pthread_mutex_t lock;
};
static struct account x = {0, PTHREAD_MUTEX_INITIALIZER};
static struct account y = {0, PTHREAD_MUTEX_INITIALIZER};
static int amount = 10;

static void *first(void *unused) {
  pthread_mutex_lock(&x.lock);
  x.val += amount; // line 16
  pthread_mutex_unlock(&x.lock);
  pthread_mutex_lock(&y.lock); // line 18
  y.val += amount;
  pthread_mutex_unlock(&y.lock);
  return unused;
}

static void *second(void *unused) {
  pthread_mutex_lock(&y.lock); // line 25
  x.val -= amount;             // line 26
  if (y.val < 0)
    x.val = 0; // line 28
  pthread_mutex_unlock(&y.lock);
  pthread_mutex_lock(&y.lock); // line 30
  y.val -= amount;
  pthread_mutex_unlock(&y.lock);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_t b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x.val == y.val);
}

// RUN: %exits 1 %heddle pairs %s | FileCheck %s
// CHECK: T1 first{{ +}}created at {{.*}}wrong-lock.c:39:3
// CHECK: T2 second{{ +}}created at {{.*}}wrong-lock.c:40:3
// CHECK: x: 5 pairs, 5 unprotected
// CHECK-NEXT: RW {{.*}}:16:9 {{.*}}T1 first{{ +}}reads, holds x.lock
// CHECK-NEXT: :26:9 {{.*}}T2 second{{ +}}writes, holds y.lock
// CHECK-NEXT: RW {{.*}}:16:9 {{.*}}T1 first{{ +}}writes, holds x.lock
// CHECK-NEXT: :26:9 {{.*}}T2 second{{ +}}reads, holds y.lock
// CHECK-NEXT: RW {{.*}}:16:9 {{.*}}writes
// CHECK-NEXT: :26:9 {{.*}}writes
// CHECK-NEXT: RW {{.*}}:16:9 {{.*}}reads
// CHECK-NEXT: :28:11 {{.*}}writes
// CHECK-NEXT: RW {{.*}}:16:9 {{.*}}writes
// CHECK-NEXT: :28:11 {{.*}}writes
// CHECK: y: 4 pairs (4 protected, not shown)
// CHECK-NEXT: y.lock: 2 pairs
// CHECK-NEXT: MM {{.*}}:18:3
// CHECK-NEXT: :25:3
// CHECK-NEXT: MM {{.*}}:18:3
// CHECK-NEXT: :30:3
// CHECK: pairs: 9 RW (5 unprotected), 2 MM, 0 WM, 0 WN

// RUN: %exits 0 %heddle pairs %s --all --var y | FileCheck %s --check-prefix=ALL
// ALL: y: 4 pairs
// ALL: both hold y.lock
// ALL: pairs: 4 RW (0 unprotected), 0 MM

// RUN: %exits 1 %heddle pairs %s --json - | FileCheck %s --check-prefix=JSON
// JSON: "command": "pairs"
// JSON: "verdict": null
// JSON: "kind": "RW"
// JSON: "variable": "x"
// JSON: "line": 16
// JSON: "thread": "T1 first"
// JSON: "access": "read"
// JSON: "protected": false
// JSON: "deadlocks": []

// RUN: %exits 1 %heddle pairs %s --sarif %t.sarif > %t.text
// RUN: FileCheck %s --check-prefix=SARIF < %t.sarif
// SARIF: "ruleId": "data-race"
// SARIF: "level": "warning"
// SARIF: possible data race on x: read by T1 first and write by T2 second

// RUN: %exits 1 %heddle pairs %s --stats | FileCheck %s --check-prefix=STATS
// STATS: rw pairs aliased{{ +}}9
// STATS: rw pairs left{{ +}}9
// STATS: rw pairs unguarded{{ +}}5
// STATS: mm pairs aliased{{ +}}2
