// Templates: specialisation, SFINAE, CRTP, variadics, if constexpr, deduction, member templates.
#include <array>
#include <cstdio>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

template <class T> struct Name { static constexpr const char *value = "other"; };
template <> struct Name<int> { static constexpr const char *value = "int"; };
template <class T> struct Name<T *> { static constexpr const char *value = "pointer"; };
template <class T, std::size_t N> struct Name<T[N]> { static constexpr const char *value = "array"; };

template <class T> std::enable_if_t<std::is_integral_v<T>, const char *> kind(T) { return "integral"; }
template <class T> std::enable_if_t<std::is_floating_point_v<T>, const char *> kind(T) { return "real"; }

template <class D> struct Counted {
  static inline int count = 0;
  Counted() { ++count; }
  ~Counted() { --count; }
  void hello() { static_cast<D *>(this)->say(); }
};
struct Cat : Counted<Cat> { void say() { std::puts("meow"); } };
struct Dog : Counted<Dog> { void say() { std::puts("woof"); } };

template <class T> std::string show(const T &value) {
  if constexpr (std::is_same_v<T, std::string>)
    return '"' + value + '"';
  else if constexpr (std::is_arithmetic_v<T>)
    return std::to_string(value);
  else {
    std::string text = "[";
    for (const auto &one : value)
      text += show(one) + ",";
    return text + "]";
  }
}
template <class... T> std::string all(const T &...values) { return (show(values) + ... + ""); }
template <class... T, std::size_t... I>
int weigh(const std::tuple<T...> &t, std::index_sequence<I...>) {
  return ((static_cast<int>(I + 1) * std::get<I>(t)) + ...);
}
template <class T> class Stack {
public:
  template <class... A> T &emplace(A &&...a) { return items.emplace_back(std::forward<A>(a)...); }
  template <class F> auto map(F f) const {
    Stack<decltype(f(items[0]))> result;
    for (const T &one : items)
      result.emplace(f(one));
    return result;
  }
  T sum() const {
    T total{};
    for (const T &one : items)
      total += one;
    return total;
  }

private:
  std::vector<T> items;
};
template <auto... N> constexpr int product = (N * ... * 1);

int main() {
  std::printf("%s %s %s %s\n", Name<int>::value, Name<char *>::value, Name<int[3]>::value,
              Name<double>::value);
  std::printf("%s %s\n", kind(1), kind(1.0f));
  Cat a, b;
  Dog d;
  a.hello();
  d.hello();
  std::printf("%d %d\n", Cat::count, Dog::count);
  std::printf("%s\n", all(1, std::string("x"), std::vector<int>{1, 2}, std::array<long, 1>{3}).c_str());
  std::printf("%d\n", weigh(std::make_tuple(1, 2, 3), std::index_sequence_for<int, int, int>{}));
  Stack<std::string> words;
  words.emplace(2, 'a');
  words.emplace("bcd");
  std::printf("%zu %s\n", words.map([](const std::string &s) { return s.size(); }).sum(),
              words.sum().c_str());
  std::printf("%d\n", product<2, 3, 7>);
}
