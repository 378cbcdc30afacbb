// any in containers, tuples: cat, tie, apply, comparison, of references; pair; integer_sequence.
#include <any>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <typeindex>
#include <utility>
#include <vector>

static int alive = 0;
struct Big {
  Big() { ++alive; }
  Big(const Big &) { ++alive; }
  ~Big() { --alive; }
  char room[100] = {};
};

template <class T> std::string text(const T &value) {
  if constexpr (std::is_same_v<T, std::string>)
    return "'" + value + "'";
  else
    return std::to_string(value);
}
template <class... A> std::string text(const std::tuple<A...> &t) {
  return std::apply(
      [](const A &...a) {
        std::string s = "(";
        ((s += text(a) + " "), ...);
        s.back() = ')';
        return s;
      },
      t);
}

int main() {
  std::vector<std::any> things{1, 2.5, std::string("three"), Big()};
  std::map<std::type_index, std::function<std::string(const std::any &)>> printers{
      {typeid(int), [](const std::any &a) { return text(std::any_cast<int>(a)); }},
      {typeid(double), [](const std::any &a) { return text(std::any_cast<double>(a)); }},
      {typeid(std::string),
       [](const std::any &a) { return text(std::any_cast<const std::string &>(a)); }}};
  for (const std::any &thing : things)
    if (auto it = printers.find(thing.type()); it != printers.end())
      std::printf("%s ", it->second(thing).c_str());
    else
      std::printf("? ");
  std::printf("%d\n", alive);
  things[3].reset();
  things[0].emplace<Big>();
  std::any copy = things[0];
  std::printf("%d %d %d\n", alive, things[3].has_value(), std::any_cast<Big>(&copy) != nullptr);
  std::swap(copy, things[1]);
  things.clear();
  std::printf("%d %g\n", alive, std::any_cast<double>(copy));
  const auto t =
      std::tuple_cat(std::make_tuple(1, std::string("a")), std::make_pair(2, 3L), std::tuple<>());
  std::printf("%s %zu\n", text(t).c_str(), std::tuple_size_v<decltype(t)>);
  int a = 1, b = 2;
  std::tie(a, b) = std::make_pair(b, a);
  std::tie(std::ignore, b) = std::make_tuple(9, 8);
  std::printf("%d %d\n", a, b);
  auto references = std::forward_as_tuple(a, b);
  std::get<0>(references) = 50;
  std::printf("%d %d\n", a, std::make_tuple(1, 2, 3) < std::make_tuple(1, 3, 0));
}
