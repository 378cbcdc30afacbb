// RUN: %expect %s
// CHECK-FLAGS: -- -std=c++20
// Whoever leaves early drops out.
// EXPECT: safe
#include <barrier>
#include <thread>

int main() {
  std::barrier round(2);
  std::thread other([&] { round.arrive_and_drop(); });
  round.arrive_and_wait();
  round.arrive_and_wait();
  other.join();
}
