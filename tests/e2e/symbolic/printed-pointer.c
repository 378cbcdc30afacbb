// What is printed is sampled, but not where a text lies and whether it ends.
// RUN: not %heddle check %s --all --out %t | FileCheck %s
// CHECK-DAG: printed-pointer.c:19:{{.*}} [null-pointer]
// CHECK-DAG: printed-pointer.c:23:{{.*}} [out-of-bounds]
// CHECK-DAG: printed-pointer.c:25:{{.*}} [assertion]
#include <assert.h>
#include <heddle/heddle.h>
#include <stdarg.h>
#include <stdio.h>

static void format(char *into, const char *how, ...) {
  va_list list;
  va_start(list, how);
  vsnprintf(into, 8, how, list);
  va_end(list);
}

int main(void) {
  puts(heddle_bool("b") ? "text" : (char *)0);
  char text[3], number[8];
  heddle_symbolic(text, 2, "text");
  text[2] = heddle_bool("ends") ? 0 : 'x';
  printf("%s\n", text);
  format(number, "%d", heddle_range(0, 3, "n"));
  assert(number[0] != '2');
  return 0;
}
