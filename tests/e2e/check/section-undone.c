// What an atomic section does before an assumption that does not hold is seen by nobody, and that
// nothing follows is no deadlock.
// RUN: %heddle check %s | FileCheck %s
// RUN: %heddle check %s --strategy exhaustive | FileCheck %s
// CHECK: safe
#include <heddle/heddle.h>
#include <pthread.h>

int taken, inside, never;

static void lock(void) {
  heddle_atomic_begin();
  inside++;
  heddle_assume(!taken);
  inside--;
  taken = 1;
  heddle_atomic_end();
}

static void unlock(void) {
  heddle_atomic_begin();
  taken = 0;
  heddle_atomic_end();
}

static void *worker(void *unused) {
  lock();
  heddle_assert(inside == 0);
  unlock();
  return unused;
}

static void *stuck(void *unused) {
  heddle_atomic_begin();
  inside = 1;
  heddle_assume(never);
  heddle_atomic_end();
  return unused;
}

int main(void) {
  void *(*run[])(void *) = {worker, worker, stuck};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, run[i], 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  return 0;
}
