// Where dpor is not done soon and executions by chance do not meet it either, executions are led to
// what the static analyses warn of: here two locks in two orders, once many have been counted while
// somebody who looks again and again has not noticed.
// RUN: %exits 1 %heddle check %s --verbose --no-races --out %t | FileCheck %s
// CHECK: heddle: pct made {{[0-9]+}} run
// CHECK: heddle: guided to a possible deadlock at {{.*}}led.c:{{.*}}: found
// CHECK: led.c:{{[0-9]+}}:3: error: deadlock: {{.*}} waits for lock {{.*}} waits for lock
// CHECK: auto: dpor (1000 executions), pct ({{[0-9]+}}), guided ({{[0-9]+}}){{$}}
// RUN: %exits 3 %heddle check %s --verbose --property assertion --time 2 --out %t | FileCheck %s --check-prefix=OTHER --implicit-check-not="heddle: guided"
// OTHER: heddle: dpor goes on
#include <pthread.h>
#include <stdatomic.h>

enum { AGENTS = 14, MOST = 12 };

static pthread_mutex_t books = PTHREAD_MUTEX_INITIALIZER, till = PTHREAD_MUTEX_INITIALIZER;
static atomic_int sold, stop;

static void *agent(void *unused) {
  if (atomic_fetch_add(&sold, 1) + 1 > MOST)
    stop = 1;
  return unused;
}

static void *clerk(void *unused) {
  pthread_mutex_lock(&books);
  pthread_mutex_lock(&till);
  pthread_mutex_unlock(&till);
  pthread_mutex_unlock(&books);
  return unused;
}

static void settle(void) {
  pthread_mutex_lock(&till);
  pthread_mutex_lock(&books);
  pthread_mutex_unlock(&books);
  pthread_mutex_unlock(&till);
}

int main(void) {
  pthread_t agents[AGENTS], writer;
  int started = 0;
  pthread_create(&writer, 0, clerk, 0);
  while (started < AGENTS && !stop)
    pthread_create(&agents[started++], 0, agent, 0);
  if (sold > MOST && !stop)
    settle();
  for (int i = 0; i < started; ++i)
    pthread_join(agents[i], 0);
  pthread_join(writer, 0);
  return 0;
}
