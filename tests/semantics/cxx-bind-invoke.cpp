// flags: -std=c++20
// std::bind, placeholders, mem_fn, invoke, apply, reference_wrapper, not_fn, hash, comparators.
#include <cstdio>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

struct Point {
  int x, y;
  int dot(const Point &o) const { return x * o.x + y * o.y; }
  void scale(int n) { x *= n, y *= n; }
};

int digits(int a, int b, int c) {
  return a * 100 + b * 10 + c;
}
void raise(int &n, int by) {
  n += by;
}

int main() {
  using namespace std::placeholders;
  std::printf("%d %d\n", std::bind(digits, _3, _1, _2)(1, 2, 3), std::bind(digits, 7, _1, _1)(4));
  auto nested = std::bind(digits, std::bind(std::plus<int>(), _1, _1), _2, 0);
  std::printf("%d\n", nested(2, 5));
  Point p{1, 2}, q{3, 4};
  std::printf("%d %d\n", std::mem_fn(&Point::dot)(p, q), std::bind(&Point::dot, &p, _1)(q));
  std::vector<Point> points{p, q};
  for (auto scale = std::mem_fn(&Point::scale); Point & each : points)
    scale(each, 10);
  std::printf("%d %d\n", std::invoke(&Point::x, points[1]), std::invoke(&Point::dot, points[0], p));
  int n = 1;
  std::bind(raise, n, 5)(); // A copy is raised.
  std::printf("%d ", n);
  std::bind(raise, std::ref(n), 5)();
  std::printf("%d\n", n);
  std::printf("%d\n", std::apply(digits, std::make_tuple(9, 8, 7)));
  int a = 1, b = 2;
  std::vector<std::reference_wrapper<int>> references{a, b};
  for (int &each : references)
    each *= 7;
  std::swap(references[0], references[1]);
  std::printf("%d %d %d\n", a, b, references[0].get());
  auto isOdd = [](int i) { return i % 2 == 1; };
  std::printf("%d %d\n", std::not_fn(isOdd)(3), std::logical_and<>()(1, 0));
  std::printf("%d %d\n", std::less<>()(1, 2L), std::greater<std::string>()("b", "a"));
  std::function<int(int)> f = isOdd;
  std::printf("%d %d ", bool(f), f(5));
  f = std::bind(digits, 1, _1, 1);
  std::printf("%d ", f(0));
  f = nullptr;
  std::printf("%d\n", f == nullptr);
  std::printf("%d\n", std::hash<std::string>()("same") ==
                          std::hash<std::string>()(std::string("sa") + "me"));
  std::function<int(const Point &, const Point &)> method = &Point::dot;
  std::function<int &(Point &)> member = &Point::y;
  member(p) = 50;
  std::printf("%d\n", method(p, q));
}
