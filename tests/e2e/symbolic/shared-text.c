// Texts that threads share are read in one operation, however many of their bytes are symbolic.
// RUN: not %heddle check %s --all --no-races --out %t | FileCheck %s
// CHECK: shared-text.c:[[#@LINE+19]]:{{.*}} [assertion]
// CHECK: bug: 13 executions,
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char first[2] = "a", second[2] = "b";

static void *change(void *unused) {
  first[0] = 'x';
  second[0] = 'y';
  return unused;
}

static void *look(void *unused) {
  char both[4];
  snprintf(both, sizeof both, "%s%s", first, second);
  assert(strcmp(both, "xc"));
  return unused;
}

int main(void) {
  first[0] = (char)heddle_range('a', 'c', "first");
  second[0] = (char)heddle_range('a', 'c', "second");
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, change, NULL);
  pthread_create(&threads[1], NULL, look, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
