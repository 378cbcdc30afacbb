// A loop that writes is no mere waiting when what it writes over was symbolic or uninitialised,
// even if that looks the same in plain bytes.
// RUN: not %heddle check %s --all --out %t | FileCheck %s
// CHECK-DAG: spin-writes.c:[[#@LINE+16]]:{{.*}} [assertion]
// CHECK-DAG: spin-writes.c:[[#@LINE+18]]:{{.*}} [assertion]
// CHECK-DAG: spin-writes.c:[[#@LINE+17]]:{{.*}} [uninitialised]
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int input;
static char *fresh;
static atomic_int done, too;

static void *wait(void *unused) {
  while (!done)
    input = 0;
  assert(input == 7);
  while (!too)
    *fresh = 0;
  assert(*fresh != 0);
  return unused;
}

int main(void) {
  heddle_symbolic(&input, sizeof input, "input");
  heddle_assume(input == 7);
  fresh = malloc(1);
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  done = 1;
  too = 1;
  pthread_join(thread, NULL);
  free(fresh);
  return 0;
}
