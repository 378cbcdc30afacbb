// flags: -std=c++20
// Three-way comparison: defaulted, written, of different strengths, rewritten operators, of
// containers.
#include <algorithm>
#include <compare>
#include <cstdio>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <vector>

struct Version {
  int major, minor = 0;
  std::string tag = {};
  auto operator<=>(const Version &) const = default;
};
struct NoCase {
  std::string text;
  std::weak_ordering operator<=>(const NoCase &o) const { return lower() <=> o.lower(); }
  bool operator==(const NoCase &o) const { return lower() == o.lower(); }
  std::string lower() const {
    std::string s = text;
    for (char &c : s)
      c = char(c | 32);
    return s;
  }
};
struct Metres {
  double m;
  std::partial_ordering operator<=>(double other) const { return m <=> other; }
  bool operator==(double other) const { return m == other; }
};
struct Shape {
  int sides;
  friend constexpr bool operator==(const Shape &, const Shape &) = default;
};

const char *name(std::partial_ordering o) {
  return o < 0 ? "less" : o > 0 ? "greater" : o == 0 ? "same" : "unordered";
}

int main() {
  const Version a{1, 2}, b{1, 10}, c{1, 2, "rc"};
  std::printf("%d %d %d %d\n", a < b, a >= c, a != c, a == Version{1, 2, ""});
  std::printf("%s %s %s\n", name(a <=> b), name(c <=> a), name(b <=> b));
  std::printf("%s %d\n", name(NoCase{"ABC"} <=> NoCase{"abd"}), NoCase{"Loom"} == NoCase{"lOOM"});
  std::printf("%s %s %d %d\n", name(Metres{2} <=> 3), name(4.0 <=> Metres{3}), 2.0 == Metres{2},
              1.0 < Metres{2});
  std::printf("%s %s\n", name(std::numeric_limits<double>::quiet_NaN() <=> 1.0),
              name(-0.0 <=> 0.0));
  static_assert(Shape{3} != Shape{4});
  std::vector<Version> v{b, c, a};
  std::sort(v.begin(), v.end());
  for (const Version &each : v)
    std::printf("%d.%d%s ", each.major, each.minor, each.tag.c_str());
  std::puts("");
  std::printf("%s %s\n", name(std::vector{1, 2} <=> std::vector{1, 2, 0}),
              name(std::string("b") <=> std::string("a")));
  std::printf("%s\n", name(std::tuple(1, 'a', 2.0) <=> std::tuple(1, 'a', 1.0)));
  std::map<Version, int> counts;
  ++counts[a], ++counts[c], ++counts[a];
  std::printf("%zu %d\n", counts.size(), counts[a]);
  const auto backwards = 0 <=> (1 <=> 2);
  std::printf("%d %d\n", backwards > 0, std::is_eq(std::strong_order(1, 1)));
}
