// flags: -std=c++20
// Aggregates: designated initialisers, brace elision, bases, bit-fields, using enum,
// init-statements.
#include <cstdio>
#include <map>
#include <string>
#include <tuple>
#include <vector>

struct Options {
  std::string name = "none";
  int level = 1;
  bool isLoud = false;
  struct {
    int x = 5, y = 6;
  } at;
};
struct Base {
  int id;
};
struct Derived : Base {
  const char *text;
  int more[3];
};
enum class Colour : unsigned char { red, green = 5, blue };
enum Flags { none = 0, read = 1, write = 2 };
constexpr Flags operator|(Flags a, Flags b) {
  return Flags(int(a) | int(b));
}

struct Bits {
  unsigned low : 3 = 5;
  int middle : 6 {-3};
  bool top : 1 = true;
};

const char *name(Colour c) {
  switch (c) {
    using enum Colour;
  case red:
    return "red";
  case green:
    return "green";
  case blue:
    return "blue";
  }
  return "?";
}

struct Get {
  int a = 1;
  std::string b = "two";
  template <std::size_t I> auto get() const {
    if constexpr (I == 0)
      return a;
    else
      return b;
  }
};
template <> struct std::tuple_size<Get> : std::integral_constant<std::size_t, 2> {};
template <std::size_t I> struct std::tuple_element<I, Get> {
  using type = decltype(std::declval<Get>().template get<I>());
};

int main() {
  const Options o{.level = 3, .at = {.y = 9}};
  std::printf("%s %d %d %d %d\n", o.name.c_str(), o.level, o.isLoud, o.at.x, o.at.y);
  const Derived d{{7}, "seven", 1, 2};
  std::printf("%d %s %d %d %d\n", d.id, d.text, d.more[0], d.more[1], d.more[2]);
  std::printf("%s %s %d\n", name(Colour::green), name(Colour(6)), int(read | write));
  Bits bits;
  bits.middle *= 5;
  bits.low += 4;
  std::printf("%u %d %d\n", bits.low, bits.middle, bits.top);
  auto [a, b] = Get();
  std::printf("%d %s\n", a, b.c_str());
  std::map<std::string, int> ages{{"ann", 3}};
  if (auto [it, isNew] = ages.insert({"bob", 4}); isNew)
    std::printf("%s\n", it->first.c_str());
  switch (auto it = ages.find("ann"); it->second) {
  case 3:
    std::puts("three");
    break;
  default:
    std::puts("other");
  }
  for (std::vector<int> v{1, 2}; int &n : v)
    std::printf("%d ", n *= 2);
  std::puts("");
  int grid[][2] = {{1, 2}, {3}};
  std::printf("%d %zu\n", grid[1][1], sizeof grid / sizeof *grid);
}
