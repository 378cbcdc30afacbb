// Variables that have nothing to do with each other are permuted by themselves: at most two value
// schedules for each, not all combinations.
//
// RUN: %heddle check %s --strategy value-schedule --no-races --stats --out %t -- -DK=2 | FileCheck %s --check-prefixes=CHECK,K2
// RUN: %heddle check %s --strategy value-schedule --no-races --stats --out %t -- -DK=3 | FileCheck %s --check-prefixes=CHECK,K3
// RUN: %heddle check %s --strategy value-schedule --no-races --stats --out %t -- -DK=4 | FileCheck %s --check-prefixes=CHECK,K4
// RUN: %heddle check %s --strategy value-schedule --no-races --stats --out %t -- -DK=5 | FileCheck %s --check-prefixes=CHECK,K5
// RUN: %heddle check %s --strategy value-schedule --no-races --stats --out %t -- -DK=6 | FileCheck %s --check-prefixes=CHECK,K6
// RUN: %heddle check %s --strategy value-schedule --no-races --stats --out %t -- -DK=7 | FileCheck %s --check-prefixes=CHECK,K7
// RUN: %heddle check %s --strategy value-schedule --no-races --stats --out %t -- -DK=8 | FileCheck %s --check-prefixes=CHECK,K8
// RUN: %heddle check %s --strategy value-schedule --no-races --no-slices --stats --out %t -- -DK=5 | FileCheck %s --check-prefix=WHOLE
//
// CHECK: slices {{ *}}{{[2-8]}}
// K2: value schedules {{ *}}{{[2-4]$}}
// K3: value schedules {{ *}}{{[2-6]$}}
// K4: value schedules {{ *}}{{[2-8]$}}
// K5: value schedules {{ *}}{{([2-9]|10)$}}
// K6: value schedules {{ *}}{{([2-9]|1[0-2])$}}
// K7: value schedules {{ *}}{{([2-9]|1[0-4])$}}
// K8: value schedules {{ *}}{{([2-9]|1[0-6])$}}
// CHECK: safe:
//
// All combinations, and each variable by itself before.
// WHOLE: value schedules {{ *}}{{3[2-9]|[4-9][0-9]}}
#include <assert.h>
#include <pthread.h>

#define EACH(f) f(0) f(1) UP(f)
#if K == 2
#define UP(f)
#elif K == 3
#define UP(f) f(2)
#elif K == 4
#define UP(f) f(2) f(3)
#elif K == 5
#define UP(f) f(2) f(3) f(4)
#elif K == 6
#define UP(f) f(2) f(3) f(4) f(5)
#elif K == 7
#define UP(f) f(2) f(3) f(4) f(5) f(6)
#else
#define UP(f) f(2) f(3) f(4) f(5) f(6) f(7)
#endif

#define DECLARE(n) static int v##n;
#define PUT(n) v##n = 1;
#define LOOK(n) assert(v##n < 2);
EACH(DECLARE)

static void *put(void *unused) {
  EACH(PUT)
  return unused;
}

static void *look(void *unused) {
  EACH(LOOK)
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, put, 0);
  pthread_create(&threads[1], 0, look, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
