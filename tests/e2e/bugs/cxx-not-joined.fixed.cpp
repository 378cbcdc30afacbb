// RUN: %expect %s
// CHECK-FLAGS: -- -std=c++20
// std::jthread joins by itself.
// EXPECT: safe
#include <stdexcept>
#include <thread>

static void parse(bool isGood) {
  if (!isGood)
    throw std::runtime_error("bad");
}

int main() {
  try {
    std::jthread worker([] {});
    parse(false);
    worker.join();
  } catch (const std::runtime_error &) {
  }
}
