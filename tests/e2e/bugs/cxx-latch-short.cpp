// RUN: %expect %s
// CHECK-FLAGS: -- -std=c++20
// A latch counts more arrivals than there are.
// EXPECT: lost-wakeup
#include <latch>
#include <thread>

int main() {
  std::latch done(3);
  std::thread a([&] { done.count_down(); });
  std::thread b([&] { done.count_down(); });
  done.wait(); // BUG: lost-wakeup
  a.join();
  b.join();
}
