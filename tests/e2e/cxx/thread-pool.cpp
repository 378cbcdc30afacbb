// RUN: %heddle check %s --strategy dpor --jobs 2 | FileCheck %s
// RUN: %heddle check %s --strategy dpor --args 1 | FileCheck %s
// RUN: %heddle check %s --strategy dpor --args 1 2 | FileCheck %s
// RUN: %heddle check %s --strategy dpor --jobs 2 --args 1 2 3 | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --jobs 2 -- -DBUG | FileCheck %s --check-prefix=BUG
// A pool of threads that runs tasks and hands their results and exceptions out as futures: two
// threads with two tasks, one with an exception, one with tasks in order, and tasks that wait for
// others by helping out.
// CHECK: safe:
// Whether to stop is set without the lock: a worker that has just looked never hears of it.
// BUG: thread-pool.cpp:{{[0-9]+}}:{{[0-9]+}}: error: lost wake-up{{.*}}pool.changed [lost-wakeup]
// BUG: bug:
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

/// A function without arguments that need not be copied, unlike those of std::function.
class Task {
public:
  Task() = default;
  template <class F> explicit Task(F function) : held(new Held<F>(std::move(function))) {}
  void operator()() { held->run(); }

private:
  struct Base {
    virtual ~Base() = default;
    virtual void run() = 0;
  };
  template <class F> struct Held final : Base {
    explicit Held(F f) : function(std::move(f)) {}
    void run() override { function(); }
    F function;
  };
  std::unique_ptr<Base> held;
};

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
    std::packaged_task<Result()> task(
        [function = std::forward<F>(function),
         arguments = std::make_tuple(std::forward<A>(arguments)...)]() mutable {
          return std::apply(std::move(function), std::move(arguments));
        });
    std::future<Result> result = task.get_future();
    std::lock_guard<std::mutex> guard(mutex);
    if (isStopping)
      throw std::runtime_error("the pool is closed");
    tasks.emplace_back(std::move(task));
    changed.notify_one();
    return result;
  }

  /// Runs what is left and ends the threads.
  void shutDown() {
#ifdef BUG
    isStopping = true;
#else
    {
      std::lock_guard<std::mutex> guard(mutex);
      isStopping = true;
    }
#endif
    changed.notify_all();
    for (std::thread &worker : workers)
      if (worker.joinable())
        worker.join();
    workers.clear();
  }

  /// One task, if there is one that nobody has begun.
  bool help() {
    Task task;
    {
      std::lock_guard<std::mutex> guard(mutex);
      if (tasks.empty())
        return false;
      task = takeFirst();
    }
    task();
    return true;
  }

  std::size_t waiting() const {
    std::lock_guard<std::mutex> guard(mutex);
    return tasks.size();
  }

private:
  void work() {
    while (std::optional<Task> task = next())
      (*task)();
  }

  /// Waits for a task; nothing when the pool is closed and all are done.
  std::optional<Task> next() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [this] { return isStopping || !tasks.empty(); });
    if (tasks.empty())
      return std::nullopt;
    return takeFirst();
  }

  Task takeFirst() {
    Task task = std::move(tasks.front());
    tasks.pop_front();
    return task;
  }

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::deque<Task> tasks;
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
  std::future<std::string> text = pool.submit([](int n) { return std::to_string(n); }, 7);
  assert(text.get() == "7");
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

/// Who submits takes part: one task may be run by either thread.
static void helpsOut() {
  ThreadPool pool(1);
  int ran = 0;
  std::mutex counting;
  auto count = [&](int by) {
    std::lock_guard<std::mutex> guard(counting);
    return ran += by;
  };
  std::future<int> first = pool.submit(count, 1);
  std::future<int> second = pool.submit(count, 10);
  const bool hasHelped = pool.help();
  const int sum = first.get() + second.get();
  assert(sum == 1 + 11 || sum == 10 + 11);
  assert(pool.waiting() == 0);
  (void)hasHelped;
}

int main(int count, char **) {
  switch (count) { // By the number of arguments, or they would multiply.
  case 1:
    refusesAfterwards();
    return results(), 0;
  case 2:
    return exceptions(), 0;
  case 3:
    return sharedState(), 0;
  default:
    return helpsOut(), 0;
  }
}
