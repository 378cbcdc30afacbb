// Several locks are taken in one step, and the answer says so.
// RUN: %exits 0 %heddle check %s --out %t | FileCheck %s
// CHECK: {{^}}safe: {{.*}}; assumes {{.*}}, locks-at-once
#include <mutex>
#include <thread>

static std::mutex a, b;
static int count;

int main() {
  std::thread other([] {
    const std::scoped_lock both(b, a);
    ++count;
  });
  {
    const std::scoped_lock both(a, b);
    ++count;
  }
  other.join();
  return count != 2;
}
