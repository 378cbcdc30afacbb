// A thread that ends by pthread_exit or a cancellation leaves its functions by way of their
// destructors, in every interleaving.
// RUN: %heddle check %s --strategy dpor --out %t | FileCheck %s
// CHECK: {{^}}safe:
// It cannot leave a function that is noexcept.
// RUN: %exits 1 %heddle check %s --out %t -- -DSPEC=noexcept | FileCheck %s --check-prefix=NOEXCEPT
// NOEXCEPT: error: a thread ends within a function that is noexcept [uncaught-exception]
// RUN: %exits 1 %heddle check %s --out %t -- -DCATCHES | FileCheck %s --check-prefix=CATCHES
// CATCHES: exit-with-destructors.cpp:[[#@LINE+28]]:{{.*}} error: {{.*}}[abort]
#include <cassert>
#include <mutex>
#include <pthread.h>

#ifndef SPEC
#define SPEC
#endif

static std::mutex mutex;
static int count;

struct Counter {
  Counter() {
    std::lock_guard<std::mutex> guard(mutex);
    ++count;
  }
  ~Counter() {
    std::lock_guard<std::mutex> guard(mutex);
    --count;
  }
};

static void *work(void *) SPEC {
#ifdef CATCHES
  try {
    pthread_exit(nullptr);
  } catch (...) {
  } // Not thrown on.
#endif
  Counter counter;
  pthread_testcancel();
  std::lock_guard<std::mutex> guard(mutex); // Unlocked on the way out.
  if (count > 0)
    pthread_exit(&count);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t &thread : threads)
    pthread_create(&thread, nullptr, work, nullptr);
  pthread_cancel(threads[0]);
  void *results[2];
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], &results[i]);
  assert(results[0] == &count || results[0] == PTHREAD_CANCELED);
  assert(results[1] == &count && count == 0);
}
