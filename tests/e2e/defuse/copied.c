// What a copy of a structure reads is asked about like any read: the copy can be from before, after
// and between the two writes, and the read that follows it also sees what it cannot have seen then.
//
// RUN: rm -rf %t && %exits 0 %heddle defuse %s --out %t --no-search --verbose | FileCheck %s
// CHECK: main reads pair{{$}}
// CHECK-NEXT: from initial value
// CHECK-NEXT: from {{.*}}copied.c:23:
// CHECK-NEXT: from {{.*}}copied.c:24:
// CHECK: main reads pair.second
// CHECK-NEXT: from initial value {{ *}}infeasible
// CHECK-NEXT: from {{.*}}copied.c:24:{{.*}} {{observed|inferred}}
// CHECK: complete: {{.*}}, 1 infeasible, 0 open
#include <pthread.h>
#include <string.h>

struct pair {
  int first, second;
};
static struct pair pair;
static int seen;

static void *fill(void *p) {
  pair.first = 1;
  pair.second = 1;
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, fill, 0);
  struct pair copy = pair;
  if (copy.second)
    seen = pair.second;
  pthread_join(t, 0);
  return seen;
}
