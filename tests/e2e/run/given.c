// Arguments, files and standard input of a program, in all three commands that run one.
// RUN: rm -rf %t && mkdir -p %t/tree/deep && echo one > %t/tree/1.txt && echo two > %t/tree/deep/2.txt
// RUN: %heddle run %s --file in.txt=%S/Inputs/words.txt --stdin %S/Inputs/words.txt --file d=%t/tree --args -n "" "a b" --json | FileCheck %s
// CHECK: argc 5: <-n> <> <a b> <--json>
// CHECK-NEXT: file: alpha
// CHECK-NEXT: stdin: alpha
// CHECK-NEXT: deep: two
// RUN: not ls in.txt out.txt
//
// A test keeps what was given: the replay finds it again, and refuses when it has changed.
// RUN: cp %S/Inputs/words.txt %t/words.txt
// RUN: %exits 1 %heddle check %s --out %t/out --file in.txt=%t/words.txt --args fail | FileCheck %s --check-prefix=BUG
// BUG: given.c:[[#@LINE+37]]:{{.*}} error: assertion failed
// RUN: FileCheck %s --check-prefix=TEST < %t/out/*.heddle
// TEST: argument fail
// TEST: given in.txt {{.*}}/words.txt {{[0-9a-f]+}}
// RUN: %exits 1 %heddle replay %t/out/*.heddle | FileCheck %s --check-prefix=BUG
// RUN: echo more >> %t/words.txt
// RUN: %exits 2 %heddle replay %t/out/*.heddle | FileCheck %s --check-prefix=CHANGED
// CHANGED: heddle: error: '{{.*}}words.txt' has changed since the test was written
// RUN: %heddle check %s --out %t/out | FileCheck %s --check-prefix=SAFE
// SAFE: safe
//
// RUN: %exits 2 %heddle run %s --file in.txt=%t/none | FileCheck %s --check-prefix=MISSING
// RUN: %exits 2 %heddle check %s --stdin %t/none | FileCheck %s --check-prefix=MISSING
// MISSING: heddle: error: cannot read '{{.*}}none', given to the program as {{'in.txt'|standard input}}
// RUN: %exits 2 %heddle run %s --file in.txt | FileCheck %s --check-prefix=FORM
// FORM: heddle: error: --file 'in.txt' must be NAME=PATH
#include <assert.h>
#include <stdio.h>
#include <string.h>

static void show(const char *what, FILE *from) {
  char line[64];
  if (from && fgets(line, sizeof line, from))
    printf("%s: %s", what, line);
}

int main(int argc, char **argv, char **envp) {
  FILE *in = fopen("in.txt", "r");
  assert(argv[argc] == NULL && envp[0] == NULL);
  printf("argc %d:", argc);
  for (int i = 1; i < argc; i++)
    printf(" <%s>", argv[i]);
  putchar('\n');
  show("file", in);
  show("stdin", stdin);
  show("deep", fopen("d/deep/2.txt", "r"));
  fclose(fopen("out.txt", "w"));
  assert(argc != 2 || strcmp(argv[1], "fail") != 0);
  return 0;
}
