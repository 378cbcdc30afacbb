// Copying these bytes is one operation that takes longer than the limit: nobody inside looks at the
// clock, so the watchdog has to print what is known.
// RUN: %ends --within 3 --reason time --no-line --verdict bug --kind data-race -- %heddle check %s --time 2 --out %t
// RUN: %ends --within 3 --reason time --no-line -- %heddle check %s --time 2 --no-races --out %t
// RUN: %exits 1 %heddle check %s --time 2 --out %t | FileCheck %s
// CHECK: [[#@LINE+11]]:3: error: data race on shared
// CHECK: interleaving of
// CHECK: incomplete: time at {{.*}}watchdog.c{{.*}}: the limit of 2 s
// CHECK: bug: {{[0-9]+}} execution
#include <pthread.h>
#include <string.h>

static int shared;
static char bytes[64 << 20];

static void *copy(void *unused) {
  ++shared;
  for (int i = 0; i < 1000; ++i)
    memmove(bytes, bytes + 1, sizeof bytes - 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, copy, 0);
  shared = 1;
  return pthread_join(thread, 0);
}
