// RUN: %expect %s
// CHECK-FLAGS: -- -std=c++20
// An atomic is set without telling those who wait for it.
// EXPECT: lost-wakeup
#include <atomic>
#include <thread>

static std::atomic<bool> isReady = false;

int main() {
  std::thread waiter([] {
    isReady.wait(false); // BUG: lost-wakeup
  });
  isReady = true;
  waiter.join();
}
