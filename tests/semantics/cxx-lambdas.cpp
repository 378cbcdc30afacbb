// Lambdas: captures of all kinds, mutable, generic, recursive, returned, immediately called.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

std::function<int()> counter(int from) {
  return [from]() mutable { return from++; };
}
auto adder(int n) {
  return [n](auto m) { return n + m; };
}
template <class F, class G> auto compose(F f, G g) {
  return [=](auto &&...a) { return f(g(std::forward<decltype(a)>(a)...)); };
}

struct Account {
  int balance = 10;
  auto deposits() {
    return [this](int n) { return balance += n; };
  }
  auto copied() const {
    return [*this](int n) { return balance + n; };
  }
};

int main() {
  auto a = counter(5), b = counter(100);
  std::printf("%d %d %d ", a(), a(), b());
  auto c = a; // A copy counts for itself.
  std::printf("%d %d\n", a(), c());
  std::printf("%d %g\n", adder(2)(3), adder(2)(0.5));
  auto twice = [](int n) { return n * 2; };
  auto next = [](int n) { return n + 1; };
  std::printf("%d %d\n", compose(twice, next)(5), compose(next, twice)(5));
  Account account;
  auto deposit = account.deposits();
  auto frozen = account.copied();
  deposit(5);
  std::printf("%d %d\n", account.balance, frozen(1));
  auto owner = [p = std::make_unique<int>(9)] { return *p; };
  auto moved = std::move(owner);
  std::printf("%d\n", moved());
  int x = 1, y = 2;
  auto mixed = [&x, y] { return x * 10 + y; };
  x = 3;
  y = 4;
  std::printf("%d\n", mixed());
  const int fact = [](int n) {
    int r = 1;
    while (n > 1)
      r *= n--;
    return r;
  }(6);
  auto fib = [](auto self, int n) -> int {
    return n < 2 ? n : self(self, n - 1) + self(self, n - 2);
  };
  std::printf("%d %d\n", fact, fib(fib, 10));
  int (*plain)(int) = [](int n) { return n - 1; };
  std::printf("%d %d\n", plain(1), (+[] { return 4; })());
  std::vector<std::function<std::string(int)>> many;
  for (int i = 0; i < 3; ++i)
    many.push_back([i](int n) { return std::string(std::size_t(n), char('a' + i)); });
  for (auto &f : many)
    std::printf("%s ", f(3).c_str());
  std::puts("");
  std::vector<int> v{4, 1, 3};
  std::sort(v.begin(), v.end(), [](auto l, auto r) { return l > r; });
  std::printf("%d %d %d\n", v[0], v[1], v[2]);
  static int calls = 0;
  auto counts = [] { return ++calls; };
  counts();
  std::printf("%d\n", counts());
}
