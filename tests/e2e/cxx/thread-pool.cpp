// RUN: %heddle check %s --strategy dpor | FileCheck %s
// RUN: %heddle check %s --strategy dpor --args 1 | FileCheck %s
// RUN: %heddle check %s --strategy dpor --args 1 2 | FileCheck %s
// A pool of two threads that runs tasks and hands their results and exceptions out as futures.
// CHECK: safe:
#include <cassert>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

class ThreadPool {
public:
  explicit ThreadPool(unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      workers.emplace_back([this] { work(); });
  }
  ~ThreadPool() { shutDown(); }
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

  /// Runs `function` with these arguments some time; the future has its result.
  template <class F, class... A>
  std::future<std::invoke_result_t<std::decay_t<F>, std::decay_t<A>...>> submit(F &&function,
                                                                               A &&...arguments) {
    using Result = std::invoke_result_t<std::decay_t<F>, std::decay_t<A>...>;
    auto task = std::make_shared<std::packaged_task<Result()>>(
        std::bind(std::forward<F>(function), std::forward<A>(arguments)...));
    std::future<Result> result = task->get_future();
    {
      std::lock_guard<std::mutex> guard(mutex);
      if (isStopping)
        throw std::runtime_error("the pool is closed");
      tasks.push([task] { (*task)(); });
    }
    changed.notify_one();
    return result;
  }

  /// Runs what is left and ends the threads.
  void shutDown() {
    {
      std::lock_guard<std::mutex> guard(mutex);
      isStopping = true;
    }
    changed.notify_all();
    for (std::thread &worker : workers)
      if (worker.joinable())
        worker.join();
    workers.clear();
  }

private:
  void work() {
    while (true) {
      std::function<void()> task;
      {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [this] { return isStopping || !tasks.empty(); });
        if (tasks.empty())
          return;
        task = std::move(tasks.front());
        tasks.pop();
      }
      task();
    }
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::queue<std::function<void()>> tasks;
  std::vector<std::thread> workers;
  bool isStopping = false;
};

class Counter {
public:
  int add(int n) {
    std::lock_guard<std::mutex> guard(mutex);
    return value += n;
  }
  int get() const {
    std::lock_guard<std::mutex> guard(mutex);
    return value;
  }

private:
  mutable std::mutex mutex;
  int value = 0;
};

static int parse(const std::string &text) {
  if (text.empty())
    throw std::invalid_argument("nothing to parse");
  return std::stoi(text);
}

static void results() {
  ThreadPool pool(2);
  std::future<int> number = pool.submit(parse, std::string("42"));
  assert(number.get() == 42);
}

static void exceptions() {
  ThreadPool pool(1);
  std::future<int> bad = pool.submit(parse, std::string());
  bool isCaught = false;
  try {
    bad.get();
  } catch (const std::invalid_argument &error) {
    isCaught = error.what() == std::string("nothing to parse");
  }
  assert(isCaught);
}

static void refusesAfterwards() {
  ThreadPool pool(1);
  pool.shutDown();
  bool isRefused = false;
  try {
    (void)pool.submit([] {});
  } catch (const std::runtime_error &) {
    isRefused = true;
  }
  assert(isRefused);
}

static void sharedState() {
  Counter counter;
  {
    ThreadPool pool(1);
    auto first = pool.submit(&Counter::add, &counter, 1);
    std::future<int> second = pool.submit([&counter] { return counter.add(2); });
    assert(second.get() == 3); // One thread: in the order they came.
    assert(first.get() == 1);
  }
  assert(counter.get() == 3);
}

int main(int count, char **) {
  switch (count) { // By the number of arguments, or they would multiply.
  case 1:
    refusesAfterwards();
    return results(), 0;
  case 2:
    return exceptions(), 0;
  default:
    return sharedState(), 0;
  }
}
