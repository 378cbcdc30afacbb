// A stream that is used after fclose is freed memory, as it is in the C library.
// RUN: not %heddle check %s --out %t | FileCheck %s
#include <stdio.h>
int main(void) {
  FILE *f = fopen("x", "w");
  fclose(f);
  // CHECK: [[#@LINE+1]]:3: error: {{.*}}freed{{.*}}[use-after-free]
  fputs("late", f);
  return 0;
}
