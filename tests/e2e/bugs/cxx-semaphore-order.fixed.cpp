// RUN: %expect %s
// CHECK-FLAGS: -- -std=c++20
// The value comes first.
// EXPECT: safe
#include <cassert>
#include <semaphore>
#include <thread>

static std::binary_semaphore ready(0);
static int value;

int main() {
  std::thread producer([] {
    value = 1;
    ready.release();
  });
  ready.acquire();
  assert(value == 1);
  producer.join();
}
