// flags: -std=c++20
// Coroutines: a generator that is a range, with parameters kept, exceptions and early ends.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <iterator>
#include <string>
#include <utility>

template <class T> class Generator {
public:
  struct promise_type {
    const T *current = nullptr;
    std::exception_ptr error;
    Generator get_return_object() { return Generator(Handle::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(const T &value) noexcept {
      current = &value;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { error = std::current_exception(); }
  };
  using Handle = std::coroutine_handle<promise_type>;
  struct Iterator {
    Handle handle;
    Iterator &operator++() {
      handle.resume();
      if (handle.promise().error)
        std::rethrow_exception(handle.promise().error);
      return *this;
    }
    const T &operator*() const { return *handle.promise().current; }
    bool operator==(std::default_sentinel_t) const { return handle.done(); }
  };
  explicit Generator(Handle handle) : handle(handle) {}
  Generator(Generator &&other) noexcept : handle(std::exchange(other.handle, {})) {}
  ~Generator() {
    if (handle)
      handle.destroy();
  }
  Iterator begin() { return ++Iterator{handle}; }
  std::default_sentinel_t end() { return {}; }

private:
  Handle handle;
};

struct Noisy {
  std::string name;
  ~Noisy() { std::printf("[%s gone]", name.c_str()); }
};

Generator<int> squares(int to) {
  Noisy noisy{"squares"};
  for (int i = 1; i <= to; ++i)
    co_yield i *i;
}
Generator<std::string> words(std::string text) {
  std::string word;
  for (char c : text)
    if (c == ' ')
      co_yield std::exchange(word, "");
    else
      word += c;
  co_yield word;
}
Generator<int> failing() {
  Noisy noisy{"failing"};
  co_yield 1;
  throw 42;
}
Generator<int> inorder(int low, int high) {
  if (low >= high)
    co_return;
  const int middle = (low + high) / 2;
  for (int n : inorder(low, middle))
    co_yield n;
  co_yield middle;
  for (int n : inorder(middle + 1, high))
    co_yield n;
}

int main() {
  for (int n : squares(4))
    std::printf("%d ", n);
  std::puts("");
  for (int n : squares(100))
    if (std::printf("%d ", n); n > 8)
      break; // The frame is destroyed where it stands.
  std::puts("");
  for (const std::string &word : words("threads over and under"))
    std::printf("<%s>", word.c_str());
  std::puts("");
  try {
    for (int n : failing())
      std::printf("%d ", n);
  } catch (int n) {
    std::printf(" caught %d\n", n);
  }
  for (int n : inorder(0, 9))
    std::printf("%d ", n);
  std::puts("");
}
