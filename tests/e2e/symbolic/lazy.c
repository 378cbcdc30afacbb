// A list whose shape is decided as it is walked.
// RUN: not %heddle check %s --out %t | FileCheck %s
// RUN: not %heddle replay %t/assertion-lazy.c-21.heddle | FileCheck %s
// CHECK: lazy.c:21:5: error: assertion failed: at->value <= at->next->value [assertion]
// CHECK: inputs:
// CHECK-NEXT: node1.value = 0
// CHECK: node{{[2-4]}}.value = -1
#include <assert.h>
#include <heddle/heddle.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *list;
  heddle_lazy(&list, "node");
  int n = 0;
  for (struct node *at = list; at && at->next && at->next != at && n < 3; at = at->next, ++n)
    assert(at->value <= at->next->value);
  return 0;
}
