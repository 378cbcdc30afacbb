// async: deferred and in a thread, results in order, exceptions, divide and conquer, moved
// arguments.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <future>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

long sum(const int *from, const int *to) {
  if (to - from <= 25)
    return std::accumulate(from, to, 0L);
  const int *middle = from + (to - from) / 2;
  auto left = std::async(std::launch::async, sum, from, middle);
  const long right = sum(middle, to);
  return left.get() + right;
}

struct Job {
  std::string name;
  int run(int n) const {
    if (n > 2)
      throw std::length_error(name + " refuses " + std::to_string(n));
    return n * 10;
  }
};

int main() {
  std::vector<int> numbers(100);
  std::iota(numbers.begin(), numbers.end(), 1);
  std::printf("%ld\n", sum(numbers.data(), numbers.data() + numbers.size()));
  const auto here = std::this_thread::get_id();
  auto lazy = std::async(std::launch::deferred, [] { return std::this_thread::get_id(); });
  auto eager = std::async(std::launch::async, [] { return std::this_thread::get_id(); });
  std::printf("%d ", lazy.wait_for(std::chrono::seconds(0)) == std::future_status::deferred);
  std::printf("%d %d\n", lazy.get() == here, eager.get() == here);
  const Job job{"job"};
  std::vector<std::future<int>> results;
  for (int i = 0; i < 4; ++i)
    results.push_back(
        std::async(i % 2 ? std::launch::async : std::launch::deferred, &Job::run, &job, i));
  for (auto &result : results)
    try {
      std::printf("%d ", result.get());
    } catch (const std::length_error &error) {
      std::printf("%s\n", error.what());
    }
  auto moved = std::async(
      std::launch::async, [](std::unique_ptr<int> p) { return *p + 1; }, std::make_unique<int>(4));
  std::printf("%d\n", moved.get());
  bool isDone = false;
  {
    auto waits = std::async(std::launch::async, [&] { isDone = true; });
  } // Its destructor waits.
  std::printf("%d\n", isDone);
  bool isRun = false;
  {
    auto never = std::async(std::launch::deferred, [&] { isRun = true; });
  }
  std::printf("%d\n", isRun);
}
