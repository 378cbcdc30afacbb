// RUN: %expect %s
// CHECK-FLAGS: -- -std=c++20
// One of two threads leaves the rounds early without dropping out of the barrier.
// EXPECT: lost-wakeup
#include <barrier>
#include <thread>

int main() {
  std::barrier round(2);
  std::thread other([&] { round.arrive_and_wait(); });
  round.arrive_and_wait();
  round.arrive_and_wait(); // BUG: lost-wakeup
  other.join();
}
