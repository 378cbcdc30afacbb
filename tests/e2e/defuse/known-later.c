// Which element an input chooses is looked at value by value also in memory that other threads come to
// know only later: the read sees the first write where the second one goes elsewhere.
//
// RUN: rm -rf %t && %exits 0 %heddle defuse %s --out %t --verbose | FileCheck %s
// CHECK: reader reads *p
// CHECK: from {{.*}}known-later.c:[[@LINE+13]]{{.*}} observed
// CHECK: from {{.*}}known-later.c:[[@LINE+13]]{{.*}} observed
// CHECK: complete: {{.*}} 0 open
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>
static int *p;
static int seen;
static void *reader(void *none) { seen = p[0]; return none; }
int main(void) {
  int *mine = malloc(2 * sizeof *mine);
  int i = heddle_range(0, 1, "i");
  if (heddle_choose(2)) {
    mine[0] = 10;
    mine[i] = 5;
  } else
    mine[0] = mine[1] = 3;
  p = mine;
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  pthread_join(t, 0);
  free(mine);
  return 0;
}
