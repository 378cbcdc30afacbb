// The count is exact and the same on every run; the program's own output stays apart from it.
// RUN: %heddle run --stats %s > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=ERR < %t.err
// RUN: FileCheck %s --check-prefix=OUT --allow-empty < %t.out
// RUN: %heddle run %s 2>&1 | FileCheck %s --check-prefix=OUT --allow-empty
int main(void) {
  int sum = 0;
  for (int i = 0; i < 1000; ++i)
    sum += i;
  return sum - 499500;
}
// One jump in, 1001 times two phis, a comparison and a branch, 1000 times two additions and two
// jumps, one jump out, a subtraction and a return.
// ERR: instructions: 8008
// ERR-NEXT: seconds: 0.{{[0-9]+}}
// ERR-NEXT: processor seconds: 0.{{[0-9]+}}
// OUT-NOT: seconds
