// Futures: async, promise, packaged_task, shared_future; values, references, void, exceptions.
#include <chrono>
#include <cstdio>
#include <future>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static int slow(int n) {
  if (n < 0)
    throw std::invalid_argument("negative");
  return n * n;
}

int main() {
  std::vector<std::future<int>> all;
  for (int i = 0; i < 4; ++i)
    all.push_back(std::async(i % 2 ? std::launch::async : std::launch::deferred, slow, i));
  int sum = 0;
  for (auto &one : all)
    sum += one.get();
  std::printf("%d %d\n", sum, all[0].valid());
  auto failing = std::async(std::launch::async, slow, -1);
  try {
    failing.get();
  } catch (const std::invalid_argument &error) {
    std::printf("caught %s\n", error.what());
  }
  std::promise<std::string> promise;
  auto future = promise.get_future();
  std::thread setter([&] { promise.set_value("from a thread"); });
  std::printf("%s\n", future.get().c_str());
  setter.join();
  try {
    promise.set_value("twice");
  } catch (const std::future_error &error) {
    std::printf("%s\n", error.what());
  }
  std::packaged_task<int(int, int)> task([](int a, int b) { return a - b; });
  auto result = task.get_future().share();
  std::thread(std::move(task), 9, 4).join();
  auto copy = result;
  std::printf("%d %d\n", result.get(), copy.get());
  std::future<int> broken;
  {
    std::promise<int> gone;
    broken = gone.get_future();
  }
  try {
    broken.get();
  } catch (const std::future_error &error) {
    std::printf("%s %d\n", error.what(), error.code() == std::future_errc::broken_promise);
  }
  std::promise<void> signal;
  std::promise<int &> reference;
  int target = 1;
  std::thread other([&] {
    reference.set_value(target);
    signal.set_value();
  });
  signal.get_future().wait();
  reference.get_future().get() = 5;
  other.join();
  auto deferred = std::async(std::launch::deferred, [] { return 3; });
  std::printf("%d %d\n", target,
              deferred.wait_for(std::chrono::seconds(0)) == std::future_status::deferred);
  std::promise<int> error;
  error.set_exception(std::make_exception_ptr(std::runtime_error("set")));
  try {
    error.get_future().get();
  } catch (const std::runtime_error &caught) {
    std::printf("%s\n", caught.what());
  }
}
