// RUN: rm -rf %t && %exits 1 %heddle check %s --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --out %t | FileCheck %s
// A loop that waits and counts its tries is never the same again, so it might be gone round for ever.
// After a while the others have their turn.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

void *sets(void *unused) {
  data = 1;
  atomic_store(&flag, 1);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sets, 0);
  volatile long tries = 0;
  while (!atomic_load(&flag))
    tries++;
  // CHECK: counts-its-tries.c:[[@LINE+1]]:3: error: assertion failed: data == 2 [assertion]
  assert(data == 2);
  pthread_join(t, 0);
}
