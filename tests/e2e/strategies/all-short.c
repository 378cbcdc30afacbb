// With --all each bug is reported once, with the same short test however it was met.
// RUN: %exits 1 %heddle check %s --all --no-races --strategy exhaustive --out %t/1 | FileCheck %s
// RUN: %exits 1 %heddle check %s --all --no-races --strategy exhaustive --preemptions 9 --out %t/2 | FileCheck %s
// RUN: %exits 1 %heddle check %s --all --no-races --strategy random --runs 500 --out %t/3 | FileCheck %s
// RUN: %exits 1 %heddle check %s --all --no-races --strategy pct --runs 500 --out %t/4 | FileCheck %s
// RUN: %exits 1 %heddle check %s --all --no-races --out %t/5 | FileCheck %s
// CHECK-COUNT-2: error: assertion failed: seen != {{[13]}} [assertion]
// CHECK-NOT: error: assertion failed
// RUN: cat %t/1/assertion-all-short.c-35.heddle > %t/first && cat %t/1/assertion-all-short.c-36.heddle > %t/second
// RUN: diff %t/first %t/2/assertion-all-short.c-35.heddle && diff %t/second %t/2/assertion-all-short.c-36.heddle
// RUN: diff %t/first %t/3/assertion-all-short.c-35.heddle && diff %t/second %t/3/assertion-all-short.c-36.heddle
// RUN: diff %t/first %t/4/assertion-all-short.c-35.heddle && diff %t/second %t/4/assertion-all-short.c-36.heddle
// RUN: diff %t/first %t/5/assertion-all-short.c-35.heddle && diff %t/second %t/5/assertion-all-short.c-36.heddle
// RUN: %exits 1 %heddle replay %t/first --json - | FileCheck %s --check-prefix=FIRST
// FIRST: "events": 6
// FIRST: "switches": 2
// RUN: %exits 1 %heddle replay %t/second --json - | FileCheck %s --check-prefix=SECOND
// SECOND: "events": 8
// SECOND: "switches": 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value, noise;

static void *write(void *unused) {
  ++noise;
  value = 1;
  ++noise;
  value = 3;
  ++noise;
  return unused;
}
static void judge(int seen) {
  assert(seen != 1);
  assert(seen != 3);
}
static void *read(void *unused) {
  ++noise;
  judge(value);
  return unused;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, 0, write, 0);
  pthread_create(&reader, 0, read, 0);
  pthread_join(writer, 0);
  pthread_join(reader, 0);
  return 0;
}
