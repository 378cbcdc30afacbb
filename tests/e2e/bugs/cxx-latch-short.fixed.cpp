// RUN: %expect %s
// CHECK-FLAGS: -- -std=c++20
// A latch counts as many arrivals as there are.
// EXPECT: safe
#include <cassert>
#include <latch>
#include <thread>

int main() {
  std::latch done(2);
  int x = 0, y = 0;
  std::thread a([&] {
    x = 1;
    done.count_down();
  });
  std::thread b([&] {
    y = 2;
    done.count_down();
  });
  done.wait();
  assert(x + y == 3);
  a.join();
  b.join();
}
