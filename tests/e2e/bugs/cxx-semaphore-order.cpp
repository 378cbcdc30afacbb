// RUN: %expect %s
// CHECK-FLAGS: -- -std=c++20
// The permit is given before the value is there.
// EXPECT: data-race
// EXPECT-MAYBE: assertion
#include <cassert>
#include <semaphore>
#include <thread>

static std::binary_semaphore ready(0);
static int value;

int main() {
  std::thread producer([] {
    ready.release();
    value = 1; // BUG: data-race
  });
  ready.acquire();
  assert(value == 1); // BUG: data-race, assertion
  producer.join();
}
