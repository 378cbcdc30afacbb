// RUN: %expect %s
// Threads capture the loop's variable by reference.
// EXPECT: use-after-free
// EXPECT-MAYBE: data-race
#include <atomic>
#include <thread>
#include <vector>

int main() {
  std::atomic<int> sum{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) // BUG: data-race
    threads.emplace_back([&] {
      sum += i; // BUG: data-race, use-after-free
    });
  for (std::thread &thread : threads)
    thread.join();
}
