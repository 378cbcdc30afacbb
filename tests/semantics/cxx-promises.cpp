// promise, future, shared_future, packaged_task: values, references, nothing, exceptions, misuse.
#include <chrono>
#include <cstdio>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

template <class F> void misuse(const char *what, F f) {
  try {
    f();
    std::printf("%s: fine\n", what);
  } catch (const std::future_error &error) {
    std::printf("%s: %s\n", what, error.code().message().c_str());
  }
}

int main() {
  std::promise<std::unique_ptr<int>> owner;
  auto owned = owner.get_future();
  std::thread([p = std::move(owner)]() mutable { p.set_value(std::make_unique<int>(5)); }).join();
  std::printf("%d %d\n", *owned.get(), owned.valid());
  int target = 1;
  std::promise<int &> reference;
  reference.set_value(target);
  reference.get_future().get() = 8;
  std::printf("%d\n", target);
  std::promise<void> signal;
  std::shared_future<void> shared = signal.get_future().share();
  std::vector<std::thread> waiters;
  int seen[2] = {};
  for (int i = 0; i < 2; ++i)
    waiters.emplace_back([shared, &seen, i] {
      shared.wait();
      seen[i] = i + 1;
    });
  signal.set_value();
  for (std::thread &waiter : waiters)
    waiter.join();
  std::printf("%d %d\n", seen[0], seen[1]);
  std::promise<int> failing;
  auto failed = failing.get_future().share();
  failing.set_exception(std::make_exception_ptr(std::domain_error("no answer")));
  for (int i = 0; i < 2; ++i)
    try {
      (void)failed.get();
    } catch (const std::domain_error &error) {
      std::puts(error.what());
    }
  std::packaged_task<int(int, int)> task([](int a, int b) { return a * b; });
  auto product = task.get_future();
  std::printf("%d ", product.wait_for(std::chrono::seconds(0)) == std::future_status::ready);
  std::thread(std::move(task), 6, 7).join();
  std::printf("%d %d\n", product.wait_for(std::chrono::seconds(0)) == std::future_status::ready,
              product.get());
  std::packaged_task<std::string()> again([] { return std::string("again"); });
  again();
  std::printf("%s ", again.get_future().get().c_str());
  again.reset();
  again();
  std::printf("%s\n", again.get_future().get().c_str());
  misuse("value twice", [] {
    std::promise<int> p;
    p.set_value(1);
    p.set_value(2);
  });
  misuse("future twice", [] {
    std::promise<int> p;
    auto a = p.get_future(), b = p.get_future();
  });
  misuse("broken", [] {
    std::future<int> f = std::promise<int>().get_future();
    (void)f.get();
  });
  misuse("moved from", [] {
    std::promise<int> p;
    std::promise<int> q = std::move(p);
    p.set_value(1);
  });
  std::promise<int> late;
  auto lately = late.get_future();
  std::thread thread([&late] { late.set_value_at_thread_exit(3); });
  thread.join();
  std::printf("%d\n", lately.get());
}
