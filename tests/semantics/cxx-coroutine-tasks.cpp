// flags: -std=c++20
// Coroutines as tasks: symmetric transfer, awaiting results and exceptions, a queue that runs them.
#include <coroutine>
#include <cstdio>
#include <deque>
#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>

static std::deque<std::coroutine_handle<>> ready;

struct Yield {
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> handle) const { ready.push_back(handle); }
  void await_resume() const noexcept {}
};

template <class T> struct Task {
  struct promise_type {
    std::optional<T> value;
    std::exception_ptr error;
    std::coroutine_handle<> waiter;
    Task get_return_object() {
      return Task{std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct Final {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> handle) noexcept {
        auto waiter = handle.promise().waiter;
        return waiter ? waiter : std::noop_coroutine();
      }
      void await_resume() noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
    void return_value(T result) { value = std::move(result); }
    void unhandled_exception() { error = std::current_exception(); }
  };
  explicit Task(std::coroutine_handle<promise_type> handle) : handle(handle) {}
  Task(Task &&other) noexcept : handle(std::exchange(other.handle, {})) {}
  ~Task() {
    if (handle)
      handle.destroy();
  }
  bool await_ready() const noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiter) {
    handle.promise().waiter = waiter;
    return handle;
  }
  T await_resume() {
    if (handle.promise().error)
      std::rethrow_exception(handle.promise().error);
    return *handle.promise().value;
  }
  std::coroutine_handle<promise_type> handle;
};

Task<int> leaf(int n) {
  std::printf("leaf %d\n", n);
  co_await Yield();
  if (n == 3)
    throw std::runtime_error("three");
  co_return n *n;
}
Task<int> sum(const char *name, int from, int to) {
  int total = 0;
  for (int i = from; i < to; ++i) {
    total += co_await leaf(i);
    std::printf("%s has %d\n", name, total);
  }
  co_return total;
}
Task<bool> guarded(const char *name, int from, int to) {
  try {
    const int n = co_await sum(name, from, to);
    std::printf("%s done: %d\n", name, n);
    co_return true;
  } catch (const std::runtime_error &error) {
    std::printf("%s failed: %s\n", name, error.what());
  }
  co_return false;
}

int main() {
  auto a = guarded("a", 0, 3);
  auto b = guarded("b", 2, 5);
  ready = {a.handle, b.handle};
  while (!ready.empty()) {
    auto handle = ready.front();
    ready.pop_front();
    handle.resume();
  }
  std::printf("%d %d\n", *a.handle.promise().value, *b.handle.promise().value);
}
