// flags: -std=c++20
// C++20: concepts, three-way comparison, ranges, span, designated initialisers, constexpr, bit.
#include <algorithm>
#include <bit>
#include <compare>
#include <concepts>
#include <cstdio>
#include <numbers>
#include <ranges>
#include <utility>
#include <span>
#include <string>
#include <vector>

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;
template <Number T> T twice(T x) { return x + x; }
auto add(Number auto a, Number auto b) { return a + b; }

struct Version {
  int major = 0, minor = 0;
  auto operator<=>(const Version &) const = default;
};
static int sum(std::span<const int> values) {
  int total = 0;
  for (int v : values)
    total += v;
  return total;
}
consteval int square(int n) { return n * n; }
constexpr int fibonacci(int n) {
  int a = 0, b = 1;
  while (n--)
    a = std::exchange(b, a + b);
  return a;
}

int main() {
  std::printf("%d %g %g\n", twice(4), twice(1.5), add(1, 2.5));
  Version a{.major = 1, .minor = 2}, b{.major = 1, .minor = 10};
  std::printf("%d %d %d\n", a < b, a == b, (a <=> b) == std::strong_ordering::less);
  std::vector<int> v{5, 3, 8, 1, 9, 2};
  std::ranges::sort(v);
  for (int n : v | std::views::filter([](int n) { return n % 2; }) |
                   std::views::transform([](int n) { return n * 10; }))
    std::printf("%d ", n);
  for (int n : std::views::iota(1, 4) | std::views::reverse)
    std::printf("%d ", n);
  std::printf("\n%d %d\n", sum(v), sum(std::span(v).subspan(1, 2)));
  std::printf("%d %d %d\n", square(7), fibonacci(10), std::popcount(255u));
  std::printf("%d %.3f\n", std::bit_cast<int>(1.0f), std::numbers::pi);
  std::string text = "prefix-rest";
  std::printf("%d %d\n", text.starts_with("prefix"), text.ends_with("x"));
  auto generic = []<class T>(const std::vector<T> &list) { return list.size() * sizeof(T); };
  std::printf("%zu\n", generic(v));
  std::erase_if(v, [](int n) { return n > 4; });
  std::printf("%zu %d\n", v.size(), std::ranges::max(v));
  if (auto found = std::ranges::find(v, 3); found != v.end())
    std::printf("at %d\n", static_cast<int>(found - v.begin()));
}
