// A loop that goes round for ever and decides about an input on its way, after a choice. With plain
// inputs its first round comes to nothing already, and is not part of what is replayed.
// RUN: %exits 1 %heddle check %s --strategy dpor --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy exhaustive --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy exhaustive --dedup --out %t | FileCheck %s
// CHECK: hang-after-a-choice.c:[[#@LINE+20]]:{{[0-9]+}}: error: hang
// CHECK-NOT: incomplete
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint one = 1, input;

static void *look(void *unused) {
  (void)atomic_load(&input);
  return unused;
}

int main(void) {
  pthread_t thread;
  unsigned value = (unsigned)heddle_range(0, 2, "value");
  pthread_create(&thread, 0, look, 0);
  atomic_store(&input, value);
  if (heddle_choose(3) == 1)
    for (;;) {
      if (atomic_load(&input) < 1)
        value = 0;
      (void)atomic_load(&one);
    }
  pthread_join(thread, 0);
  return 0;
}
