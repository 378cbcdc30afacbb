// A copy of more than 1,024 bytes keeps its values while others are asked about, and nothing is called
// infeasible; unless all executions can be looked at.
//
// RUN: rm -rf %t && %exits 3 %heddle defuse %s --out %t --no-search | FileCheck %s
// CHECK: main reads many{{$}}
// CHECK: incomplete: values-kept at {{.*}}copied-much.c:[[@LINE+14]]
// RUN: %exits 0 %heddle defuse %s --out %t --fresh | FileCheck %s --check-prefix=SEARCH
// SEARCH: executions: {{.*}} in a search of all
// SEARCH: complete: {{.*}}, 1 infeasible, 0 open
#include <pthread.h>
#include <string.h>
static int many[300], copy[300], seen;
static void *fill(void *p) {
  many[0] = many[1] = 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, fill, 0);
  memcpy(copy, many, sizeof many);
  if (copy[0])
    seen = many[1];
  pthread_join(t, 0);
  return seen;
}
