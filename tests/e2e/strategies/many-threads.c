// More threads than a clock has room for at first.
// RUN: %heddle check %s --strategy dpor --out %t | FileCheck %s
// RUN: %heddle check %s --strategy dpor --no-observers --out %t | FileCheck %s
//
// CHECK: safe: 512 executions
#include <pthread.h>
#include <stdatomic.h>

#define PHASES 9

static atomic_int values[PHASES];

static void *partner(void *mine) {
  atomic_store((atomic_int *)mine, 10);
  return 0;
}

int main(void) {
  for (int i = 0; i < PHASES; ++i) {
    pthread_t thread;
    pthread_create(&thread, 0, partner, &values[i]);
    atomic_load(&values[i]);
    pthread_join(thread, 0);
  }
  return 0;
}
