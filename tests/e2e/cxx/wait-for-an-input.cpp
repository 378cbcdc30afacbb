// Whether a wait for an atomic to change waits may depend on an input: both are tried.
// RUN: %exits 1 %heddle check %s --strategy exhaustive --all --out %t -- -std=c++20 | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --all --out %t -- -std=c++20 | FileCheck %s
// CHECK-DAG: [assertion]
// CHECK-DAG: [lost-wakeup]
// CHECK-NOT: incomplete
// CHECK: {{^}}bug:
#include <atomic>
#include <cassert>
#include <heddle/heddle.h>
#include <thread>

static std::atomic<int> word;

int main() {
  word.store(heddle_range(0, 3, "word"));
  std::thread other([] { word.load(); });
  word.wait(2); // Nobody tells.
  assert(word.load() != 3);
  other.join();
  return 0;
}
