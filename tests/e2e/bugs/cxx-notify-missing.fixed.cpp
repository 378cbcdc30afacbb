// RUN: %expect %s
// CHECK-FLAGS: -- -std=c++20
// An atomic is set and notified.
// EXPECT: safe
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> isReady = false;
static int data;

int main() {
  std::thread waiter([] {
    isReady.wait(false);
    assert(data == 7);
  });
  data = 7;
  isReady = true;
  isReady.notify_one();
  waiter.join();
}
