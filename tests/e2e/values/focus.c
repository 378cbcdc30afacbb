// What one read may see comes before all else: --focus names it by its place or its variable.
//
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --all --schedules 6 --focus late --out %t | FileCheck %s
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --all --schedules 6 --focus focus.c:33 --out %t | FileCheck %s
// RUN: %exits 3 %heddle check %s --strategy value-schedule --no-races --no-completion --all --schedules 6 --out %t | FileCheck %s --check-prefix=WITHOUT
// RUN: %exits 2 %heddle check %s --strategy value-schedule --focus lat | FileCheck %s --check-prefix=NEAREST
// RUN: %exits 2 %heddle check %s --strategy value-schedule --focus focus.c:3 | FileCheck %s --check-prefix=NOWHERE
// RUN: not %heddle check %s --strategy dpor --focus late 2>&1 | FileCheck %s --check-prefix=DPOR
//
// CHECK: assertion failed: seen != 2
// CHECK: harmful     RW late
// WITHOUT: unknown
// NEAREST: heddle: error: no conflicting operations are about 'lat'; did you mean 'late'?
// NOWHERE: heddle: error: no conflicting operation is at 'focus.c:3'; the nearest are at lines {{[0-9]+}} and {{[0-9]+}}
// DPOR: error: --focus means nothing to the strategy 'dpor'
#include <assert.h>
#include <pthread.h>

static int early[8];
static int late;

static void *write_all(void *number) {
  for (int i = 0; i < 8; ++i)
    early[i] = (int)(long)number;
  late = (int)(long)number;
  return 0;
}

static void *read_all(void *unused) {
  int sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += early[i];
  int seen = late;
  assert(seen != 2);
  return sum ? unused : 0;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, read_all, 0);
  for (long i = 1; i < 3; ++i)
    pthread_create(&threads[i], 0, write_all, (void *)i);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
