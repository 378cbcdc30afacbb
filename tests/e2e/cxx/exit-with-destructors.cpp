// A thread that ends by pthread_exit leaves its functions, and their destructors would run. They are
// not run, so the answer is never safe.
// RUN: %exits 3 %heddle check %s --out %t | FileCheck %s
// CHECK: incomplete: unwinding at {{.*}}exit-with-destructors.cpp:[[#@LINE+19]]:
// CHECK: {{^}}unknown:
// Without anything to destroy there is nothing to leave out.
// RUN: %exits 0 %heddle check %s --out %t -- -DPLAIN | FileCheck %s --check-prefix=PLAIN
// PLAIN: {{^}}safe:
#include <pthread.h>

static int count;

struct Counter {
  Counter() { ++count; }
  ~Counter() { --count; }
};

static void *work(void *) {
#ifndef PLAIN
  Counter counter;
#endif
  if (count >= 0)
    pthread_exit(nullptr);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, work, nullptr);
  pthread_join(thread, nullptr);
  return 0;
}
