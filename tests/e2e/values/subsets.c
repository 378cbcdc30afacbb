// A write and a read in each of two other threads (figure 5.20): which of them miss the write is
// one of four sets.
//
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --all --out %t | FileCheck %s
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --no-priority --all --out %t | FileCheck %s
#include <assert.h>
#include <pthread.h>

static int value;
static int seen[2];

static void *put(void *unused) {
  value = 1;
  return unused;
}

static void *look(void *number) {
  *(int *)number = value;
  return 0;
}

int main(void) {
  pthread_t writer, readers[2];
  pthread_create(&writer, 0, put, 0);
  for (int i = 0; i < 2; ++i)
    pthread_create(&readers[i], 0, look, &seen[i]);
  pthread_join(writer, 0);
  for (int i = 0; i < 2; ++i)
    pthread_join(readers[i], 0);
  // CHECK-DAG: assertion failed: seen[0] || seen[1]
  assert(seen[0] || seen[1]);
  // CHECK-DAG: assertion failed: !seen[0] || seen[1]
  assert(!seen[0] || seen[1]);
  // CHECK-DAG: assertion failed: seen[0] || !seen[1]
  assert(seen[0] || !seen[1]);
  // CHECK-DAG: assertion failed: !seen[0] || !seen[1]
  assert(!seen[0] || !seen[1]);
}
