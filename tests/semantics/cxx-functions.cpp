// Lambdas, std::function, bind, member pointers, templates, fold expressions.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

struct Adder {
  int base;
  int add(int x) const { return base + x; }
};
template <class... T> auto sum(T... values) { return (values + ... + 0); }
template <class F, class... A> decltype(auto) apply(F &&f, A &&...arguments) {
  return std::forward<F>(f)(std::forward<A>(arguments)...);
}
template <int N> struct Power { static constexpr int value = 2 * Power<N - 1>::value; };
template <> struct Power<0> { static constexpr int value = 1; };

static int twice(int n) { return 2 * n; }

int main() {
  int captured = 3;
  auto byValue = [captured](int x) { return captured * x; };
  auto byReference = [&captured](int x) mutable { return captured += x; };
  std::printf("%d %d %d\n", byValue(2), byReference(4), captured);
  std::function<int(int)> f = twice;
  std::vector<std::function<int(int)>> list = {f, byValue, byReference, Adder{7}.base > 5 ? f : f};
  for (auto &one : list)
    std::printf("%d ", one(5));
  std::string text = "kept";
  std::function<std::string()> big = [text, a = 1L, b = 2L, c = 3L] {
    return text + std::to_string(a + b + c);
  };
  auto copy = big;
  big = nullptr;
  std::printf("\n%s %d\n", copy().c_str(), big == nullptr);
  try {
    big();
  } catch (const std::bad_function_call &error) {
    std::puts(error.what());
  }
  using namespace std::placeholders;
  auto bound = std::bind(&Adder::add, Adder{10}, _1);
  std::printf("%d %d %d\n", bound(5), std::invoke(&Adder::add, Adder{1}, 2), sum(1, 2, 3));
  std::printf("%d %d\n", apply([](int x, int y) { return x - y; }, 9, 4), Power<10>::value);
  std::vector<std::string> words{"delta", "a", "ccc", "bb"};
  std::sort(words.begin(), words.end(),
            [](const auto &x, const auto &y) { return x.size() < y.size(); });
  for (const auto &word : words)
    std::printf("%s ", word.c_str());
  std::puts("");
  std::function<int(int)> fibonacci = [&](int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  };
  std::printf("%d\n", fibonacci(12));
}
