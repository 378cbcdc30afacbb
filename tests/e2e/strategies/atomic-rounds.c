// A round of a loop that waits may see one variable before a change and another after it. Such
// rounds are not tried where they begin in vain; the answer says so.
// RUN: %exits 0 %heddle check %s --no-races --out %t | FileCheck %s
// RUN: %exits 0 %heddle check %s --no-races --strategy exhaustive --out %t | FileCheck %s
// CHECK: {{^}}safe: {{.*}}; assumes {{.*}}, atomic-rounds
// RUN: %exits 0 %heddle check %s --no-races --out %t -- -DONE | FileCheck %s --check-prefix=ONE
// ONE: {{^}}safe
// ONE-NOT: atomic-rounds
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second;

static void *raise_both(void *unused) {
  first = 1;
  second = 1;
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, raise_both, 0);
#ifdef ONE
  while (!second)
    ;
#else
  while (!first || !second)
    ;
#endif
  pthread_join(other, 0);
  return 0;
}
