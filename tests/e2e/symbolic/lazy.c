// A list whose shape is decided as it is walked.
// RUN: not %heddle check %s --out %t | FileCheck %s
// RUN: not %heddle replay %t/assertion-lazy.c-20.heddle | FileCheck %s
// CHECK: lazy.c:20:7: error: assertion failed: at->value <= at->next->value [assertion]
// CHECK: inputs:
// CHECK-NEXT: node1.value = 0
// CHECK-NEXT: node2.value = -1
#include <assert.h>
#include <heddle/heddle.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *list;
  heddle_lazy(&list, "node");
  for (struct node *at = list; at && at->next && at->next != at; at = at->next)
      assert(at->value <= at->next->value);
  return 0;
}
