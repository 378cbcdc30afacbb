// Two threads with far too many orders for a search. Predictive analysis tells of what one execution
// shows what others can: what `mode` forbids is in none.

// RUN: sed '/lock(&m); .. look/d' %s > %t-bare.c
// RUN: rm -rf %t && %exits 1 %heddle diff %s %t-bare.c --rank 1 --confirm --confirm-time 30 --out %t | FileCheck %s
// CHECK: only in the new version: confirmed
// CHECK-NEXT: half at {{.*}} reads what was written at
// CHECK: an execution of the new version shows it, and predictive analysis of
// CHECK-NEXT: excludes it there
// CHECK: only in the new version: refuted
// CHECK-NEXT: whole at {{.*}} reads what was written at
// CHECK: predictive analysis of {{.*}} of the new version excludes it
// RUN: %exits 1 %heddle replay %t/diff-new-1.heddle | FileCheck %s --check-prefix=REPLAY
// REPLAY: reads-from

// Without it both stay open, or the first is met by chance.
// RUN: %exits 1 %heddle diff %s %t-bare.c --rank 1 --confirm --confirm-time 0.3 --no-predict --out %t | FileCheck %s --check-prefix=SEARCH
// SEARCH: whole at
// SEARCH: the time for confirming was up
// RUN: %exits 2 %heddle diff %s %s --no-predict 2>&1 | FileCheck %s --check-prefix=NEEDS
// NEEDS: --no-predict requires --confirm
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int half, whole, mode;
static int a, b;

#define BUSY a = b + 1; b = a + 1;
#define BUSIER BUSY BUSY BUSY BUSY BUSY BUSY

static void *change(void *unused) {
  BUSIER
  pthread_mutex_lock(&m);
  half = 1;
  whole = 1;
  half = 2;
  whole = 2;
  pthread_mutex_unlock(&m);
  BUSIER
  return unused;
}

static void *look(void *unused) {
  int seen = 0;
  BUSIER
  pthread_mutex_lock(&m); // look
  seen += half;
  if (mode == 2)
    seen += whole;
  pthread_mutex_unlock(&m); // unlock(&m); // look
  BUSIER
  a = seen;
  return unused;
}

int main(void) {
  pthread_t one, two;
  mode = 1;
  pthread_create(&one, 0, change, 0);
  pthread_create(&two, 0, look, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
