// RUN: %expect %s
// Each thread has a shared_future of its own.
// EXPECT: safe
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::shared_future<int> result = std::async(std::launch::deferred, [] { return 1; }).share();
  auto take = [result] { assert(result.get() == 1); };
  std::thread other(take);
  take();
  other.join();
}
