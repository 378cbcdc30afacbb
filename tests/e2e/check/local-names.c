// Each local variable is called by its own name.
// RUN: not %heddle check %s --out %t | FileCheck %s
// CHECK: reads names[0]: 4
// CHECK: reads names[1]: 5
// CHECK: reads single: 6
#include <assert.h>
#include <pthread.h>

static void *run(void *argument) {
  assert(*(int *)argument != 6);
  return 0;
}

int main(void) {
  pthread_t many[2], one;
  int names[2] = {4, 5}, single = 6;
  for (int i = 0; i < 2; ++i) {
    pthread_create(&many[i], 0, run, &names[i]);
    pthread_join(many[i], 0);
  }
  pthread_create(&one, 0, run, &single);
  return pthread_join(one, 0);
}
