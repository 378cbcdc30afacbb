// An existing object is among the targets.
// RUN: not %heddle check %s --out %t | FileCheck %s
// RUN: not %heddle replay %t/assertion-lazy-cycle.c-20.heddle | FileCheck %s
// RUN: not %heddle check %s --out %t -- -DBAD 2>&1 | FileCheck %s --check-prefix=BAD
// CHECK: lazy-cycle.c:20:5: error: assertion failed: p->tag != 42 [assertion]
// CHECK: pair1.tag = 42
// BAD: heddle_lazy: no type 'nothing' in the debug information of the program
#include <assert.h>
#include <heddle/heddle.h>

struct pair {
  struct pair *other;
  unsigned char tag;
};

int main(void) {
  struct pair *p;
  heddle_lazy(&p, "struct pair");
  if (p && p->other == p)
    assert(p->tag != 42);
#ifdef BAD
  heddle_lazy(&p, "nothing");
#endif
  return 0;
}
