// A data flow that needs many steps in one order, once its lock is gone: executions are led to the
// read behind the write that it is to see.
// RUN: sed '/lock(&m); .. write/d' %s > %t-bare.c
// RUN: rm -rf %t && %exits 1 %heddle diff %s %t-bare.c --rank 1 --confirm --confirm-time 40 --no-predict --out %t | FileCheck %s
// CHECK: only in the new version: confirmed
// CHECK-NEXT: state at {{.*}} reads what was written at
// CHECK: an execution of the new version shows it
// RUN: %exits 1 %heddle replay %t/diff-new-1.heddle | FileCheck %s --check-prefix=REPLAY
// REPLAY: reads-from
#include <pthread.h>
#include <stdatomic.h>

enum { AGENTS = 14, MOST = 12 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int sold, stop;
static int state, seen;

static void *agent(void *unused) {
  if (atomic_fetch_add(&sold, 1) + 1 > MOST)
    stop = 1;
  return unused;
}

static void *writer(void *unused) {
  pthread_mutex_lock(&m); // write
  state = 1;
  state = 2;
  pthread_mutex_unlock(&m); // write
  return unused;
}

int main(void) {
  pthread_t agents[AGENTS], other;
  int started = 0;
  pthread_create(&other, 0, writer, 0);
  while (started < AGENTS && !stop)
    pthread_create(&agents[started++], 0, agent, 0);
  if (sold > MOST && !stop) {
    pthread_mutex_lock(&m);
    seen = state;
    pthread_mutex_unlock(&m);
  }
  for (int i = 0; i < started; ++i)
    pthread_join(agents[i], 0);
  pthread_join(other, 0);
  return seen;
}
