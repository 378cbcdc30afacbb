// What memcpy reads keeps its value while others are asked about: nothing is called infeasible.
//
// RUN: rm -rf %t && %exits 3 %heddle defuse %s --out %t | FileCheck %s
// CHECK: incomplete: values-kept at {{.*}}copied.c:[[@LINE+11]]
#include <pthread.h>
#include <string.h>
static int pair[2], copy[2], seen;
static void *fill(void *p) {
  pair[0] = pair[1] = 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, fill, 0);
  memcpy(copy, pair, sizeof pair);
  if (copy[0])
    seen = pair[1];
  pthread_join(t, 0);
  return seen;
}
