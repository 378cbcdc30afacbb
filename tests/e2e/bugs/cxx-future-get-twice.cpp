// RUN: %expect %s
// Two threads take the result of one future.
// EXPECT: data-race
// EXPECT-MAYBE: uncaught-exception
// EXPECT-MAYBE: use-after-free
// EXPECT-MAYBE: null-pointer
#include <future>
#include <thread>

int main() {
  std::future<int> result = std::async(std::launch::deferred, [] { return 1; });
  auto take = [&] {
    if (result.valid()) // BUG: data-race
      result.get(); // BUG: data-race, uncaught-exception, use-after-free, null-pointer
  };
  std::thread other(take);
  take();
  other.join();
}
