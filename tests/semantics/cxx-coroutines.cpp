// flags: -std=c++20
// Coroutines: a generator, a task that awaits another, exceptions through them.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <utility>

template <class T> class Generator {
public:
  struct promise_type {
    T value;
    std::exception_ptr error;
    Generator get_return_object() {
      return Generator(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { error = std::current_exception(); }
  };
  explicit Generator(std::coroutine_handle<promise_type> h) : handle(h) {}
  Generator(Generator &&other) : handle(std::exchange(other.handle, nullptr)) {}
  ~Generator() {
    if (handle)
      handle.destroy();
  }
  bool next() {
    handle.resume();
    if (handle.promise().error)
      std::rethrow_exception(handle.promise().error);
    return !handle.done();
  }
  T value() const { return handle.promise().value; }

private:
  std::coroutine_handle<promise_type> handle;
};

struct Noisy {
  const char *name;
  ~Noisy() { std::printf("~%s\n", name); }
};

static Generator<int> count(int from, int to) {
  Noisy noisy{"count"};
  for (int i = from; i < to; ++i)
    co_yield i;
}
static Generator<long> fibonacci() {
  long a = 0, b = 1;
  while (true) {
    co_yield a;
    a = std::exchange(b, a + b);
  }
}
static Generator<int> failing() {
  Noisy noisy{"failing"};
  co_yield 1;
  throw std::runtime_error("inside");
}

struct Task {
  struct promise_type {
    int result = 0;
    std::coroutine_handle<> next = std::noop_coroutine();
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    struct Final {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
        return h.promise().next;
      }
      void await_resume() noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
    void return_value(int v) { result = v; }
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) {
    handle.promise().next = h;
    return handle;
  }
  int await_resume() {
    const int result = handle.promise().result;
    handle.destroy();
    return result;
  }
};
static Task leaf(int n) { co_return n * 2; }
static Task sum(int n) {
  int total = 0;
  for (int i = 0; i < n; ++i)
    total += co_await leaf(i);
  co_return total;
}

int main() {
  auto numbers = count(2, 5);
  while (numbers.next())
    std::printf("%d\n", numbers.value());
  auto f = fibonacci();
  for (int i = 0; i < 10 && f.next(); ++i)
    std::printf("%ld ", f.value());
  std::puts("");
  auto bad = failing();
  try {
    while (bad.next())
      std::printf("%d\n", bad.value());
  } catch (const std::runtime_error &error) {
    std::puts(error.what());
  }
  Task task = sum(5);
  task.handle.resume();
  std::printf("%d\n", task.handle.promise().result);
  task.handle.destroy();
}
