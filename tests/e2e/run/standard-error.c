// What a program writes on standard error comes out there.
// RUN: %heddle run %s > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: FileCheck %s --check-prefix=ERR < %t.err
#include <stdio.h>
#include <unistd.h>
int main(void) {
  fprintf(stderr, "to error\n");
  fputs("to output\n", stdout);
  write(2, "directly\n", 9);
  return 0;
}
// OUT-NOT: error
// OUT: to output
// OUT-NOT: directly
// ERR: to error
// ERR-NEXT: directly
