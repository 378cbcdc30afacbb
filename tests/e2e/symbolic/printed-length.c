// What depends on more than the look of a printed value is no matter of taste: how long a text is,
// how much of it is read, and where it lies.
// RUN: not %heddle check %s --all --out %t | FileCheck %s
// CHECK-DAG: printed-length.c:18:{{.*}} [assertion]
// CHECK-DAG: printed-length.c:22:{{.*}} [out-of-bounds]
// CHECK-DAG: printed-length.c:24:{{.*}} [out-of-bounds]
// CHECK-DAG: printed-length.c:26:{{.*}} [out-of-bounds]
// CHECK-DAG: printed-length.c:29:{{.*}} [assertion]
#include <assert.h>
#include <heddle/heddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int length;
  printf("%d%n\n", heddle_range(8, 11, "counted"), &length);
  assert(length == 1);
  char text[4];
  heddle_symbolic(text, sizeof text, "text");
  // Four bytes and no end: one too many is read.
  printf("%.5s\n", text);
  memset(text, 'x', sizeof text);
  printf("%.*s\n", heddle_range(3, 5, "precision"), text);
  // The bytes do not matter, how many there are does.
  fwrite(text, 1, (size_t)heddle_range(3, 5, "size"), stdout);
  char digits[4] = "";
  heddle_symbolic(digits, 1, "digit");
  assert(strtod(digits, NULL) != 7);
  return 0;
}
