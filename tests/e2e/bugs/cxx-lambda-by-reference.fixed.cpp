// RUN: %expect %s
// Threads capture the loop's variable by value.
// EXPECT: safe
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

int main() {
  std::atomic<int> sum{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&sum, i] { sum += i; });
  for (std::thread &thread : threads)
    thread.join();
  assert(sum == 1);
}
