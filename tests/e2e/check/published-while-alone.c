// What main stores in a global before there is another thread is shared once there is one, also when
// the global was written several times before.
// RUN: not %heddle check %s --out %t | FileCheck %s
// CHECK: error: data race
// CHECK-NOT: sharing
#include <pthread.h>
#include <stdlib.h>

static struct {
  int options[8];
  int *values;
} all;

static void *work(void *unused) {
  all.values[1] = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 8; i++)
    all.options[i] = i;
  all.values = malloc(2 * sizeof(int));
  pthread_create(&thread, NULL, work, NULL);
  all.values[1] = 2;
  pthread_join(thread, NULL);
  free(all.values);
  return 0;
}
