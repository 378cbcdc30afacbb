// Six interleavings of four updates, nine paths each.
// RUN: %heddle check %s --strategy exhaustive --property assertion --all --out %t | FileCheck %s
// CHECK: safe: 54 executions
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *run(void *unused) {
  int n = 0;
  if (atomic_fetch_add(&x, 1) == 0)
    n++;
  else
    n--;
  if (atomic_fetch_add(&y, 1) == 0)
    n++;
  else
    n--;
  (void)n;
  return unused;
}

int main(void) {
  pthread_t first, second;
  atomic_store(&x, heddle_int("x"));
  atomic_store(&y, heddle_int("y"));
  pthread_create(&first, 0, run, 0);
  pthread_create(&second, 0, run, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
