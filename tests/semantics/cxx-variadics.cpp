// Variadic templates: folds, packs of packs, index sequences, perfect forwarding, deduction guides.
#include <cstdio>
#include <string>
#include <tuple>
#include <utility>

template <class... A> auto sum(A... a) {
  return (a + ... + 0);
}
template <class... A> bool all(A... a) {
  return (... && a);
}
template <class... A> int countOf(A...) {
  return sizeof...(A);
}
template <class F, class... A> void each(F f, A &&...a) {
  (f(std::forward<A>(a)), ...);
}

template <std::size_t... I, class T> std::string join(const T &t, std::index_sequence<I...>) {
  std::string text;
  ((text += (I ? "," : ""), text += std::to_string(std::get<I>(t))), ...);
  return text;
}
template <class... A> std::string join(const std::tuple<A...> &t) {
  return join(t, std::index_sequence_for<A...>());
}

struct Kind {
  void operator()(int &) const { std::printf("lvalue "); }
  void operator()(const int &) const { std::printf("const "); }
  void operator()(int &&) const { std::printf("rvalue "); }
};

template <class... Ts> struct List {};
template <class L> struct Size;
template <class... Ts> struct Size<List<Ts...>> {
  static constexpr int value = int(sizeof...(Ts));
};
template <class A, class B> struct Concat;
template <class... A, class... B> struct Concat<List<A...>, List<B...>> {
  using type = List<A..., B...>;
};

template <int N> struct Fibonacci {
  static constexpr int value = Fibonacci<N - 1>::value + Fibonacci<N - 2>::value;
};
template <> struct Fibonacci<0> {
  static constexpr int value = 0;
};
template <> struct Fibonacci<1> {
  static constexpr int value = 1;
};

template <class T> struct Wrapper {
  T value;
};
Wrapper(const char *) -> Wrapper<std::string>;

template <auto... V> struct Values {
  static constexpr int count = sizeof...(V);
  static int total() { return (int(V) + ...); }
};

template <class F, class... A> decltype(auto) call(F &&f, A &&...a) {
  return std::forward<F>(f)(std::forward<A>(a)...);
}
int &element(int *p, int i) {
  return p[i];
}

int main() {
  std::printf("%d %g %d\n", sum(1, 2, 3), sum(1, 2.5), sum());
  std::printf("%d %d %d\n", all(true, 1, 2), all(true, false), all());
  std::printf("%d\n", countOf(1, 'a', "b", nullptr));
  int n = 1;
  const int c = 2;
  each(Kind(), n, c, 3);
  std::puts("");
  std::printf("%s\n", join(std::make_tuple(1, 22L, 333u)).c_str());
  std::printf("%d %d\n", Size<Concat<List<int, char>, List<float>>::type>::value,
              Fibonacci<15>::value);
  std::printf("%zu\n", Wrapper{"text"}.value.size());
  std::printf("%d %d\n", Values<1, 'a', true>::count, Values<1, 2, 3>::total());
  int array[] = {1, 2, 3};
  call(element, array, 1) = 7;
  std::printf("%d %d\n", array[1], call([](auto... a) { return (a * ...); }, 2, 3, 4));
}
