// Paper 000, figure 1, x read once a statement: each read sees all that is not overwritten.
// RUN: rm -rf %t
// RUN: %exits 0 %heddle defuse %s --out %t | FileCheck %s
// RUN: %python %S/Inputs/figure1.py %heddle %t/defuse.db | FileCheck %s --check-prefix=SEEN
// CHECK: branch pairs: 108 of 108 covered
// CHECK: complete: {{.*}}, 9 infeasible, 0 open
// CHECK-SAME: {{[0-9]+}} executions
// SEEN: {{^}}144 pairs{{$}}
#include <heddle/heddle.h>
#include <pthread.h>

unsigned x = 1;

unsigned square(unsigned v) { return v * v; }
unsigned cube(unsigned v) { return v * v * v; }

void *t1(void *unused) {
  int choice = heddle_int("a");
  if (choice > 1)
    x = x + 2;
  else
    x = x + 3;
  if (x > 8)
    x = x * 2;
  else
    x = x * 3;
  return unused;
}

void *t2(void *unused) {
  int choice = heddle_int("b");
  if (choice > 1)
    x = x * 2;
  else
    x = x * 3;
  if (x > 8)
    x = square(x);
  else
    x = cube(x);
  return unused;
}

void *t3(void *unused) {
  int choice = heddle_int("c");
  if (choice > 1)
    x = square(x);
  else
    x = cube(x);
  if (x > 8)
    x = x + 2;
  else
    x = x + 3;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, t1, 0);
  pthread_create(&threads[1], 0, t2, 0);
  pthread_create(&threads[2], 0, t3, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  return 0;
}
