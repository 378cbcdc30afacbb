// Static polymorphism: CRTP counters and operators, policies, tag dispatch, detection, traits.
#include <cstdio>
#include <iterator>
#include <list>
#include <string>
#include <type_traits>
#include <vector>

template <class T> struct Counted {
  Counted() { ++count; }
  Counted(const Counted &) { ++count; }
  ~Counted() { --count; }
  static inline int count = 0;
};
template <class T> struct Ordered {
  friend bool operator>(const T &a, const T &b) { return b < a; }
  friend bool operator<=(const T &a, const T &b) { return !(b < a); }
  friend bool operator>=(const T &a, const T &b) { return !(a < b); }
};
struct Apple : Counted<Apple>, Ordered<Apple> {
  explicit Apple(int g) : grams(g) {}
  friend bool operator<(const Apple &a, const Apple &b) { return a.grams < b.grams; }
  int grams;
};
struct Pear : Counted<Pear> {};

template <class Derived> struct Visitor {
  int visit(int n) { return n % 2 ? self().odd(n) : self().even(n); }
  int odd(int n) { return n; }
  int even(int n) { return -n; }
  Derived &self() { return static_cast<Derived &>(*this); }
};
struct Doubling : Visitor<Doubling> {
  int odd(int n) { return 2 * n; }
};

template <class I> int distanceOf(I, I, std::input_iterator_tag) {
  return -1;
}
template <class I> int distanceOf(I a, I b, std::random_access_iterator_tag) {
  return int(b - a);
}
template <class C> int distanceOf(C &c) {
  return distanceOf(c.begin(), c.end(),
                    typename std::iterator_traits<typename C::iterator>::iterator_category());
}

template <class T, class = void> struct HasSize : std::false_type {};
template <class T>
struct HasSize<T, std::void_t<decltype(std::declval<T>().size())>> : std::true_type {};

struct Upper {
  static char change(char c) { return c >= 'a' && c <= 'z' ? char(c - 32) : c; }
};
struct Rot13 {
  static char change(char c) { return c >= 'a' && c <= 'z' ? char('a' + (c - 'a' + 13) % 26) : c; }
};
template <class... Policies> std::string apply(std::string s) {
  for (char &c : s)
    ((c = Policies::change(c)), ...);
  return s;
}

int main() {
  Apple a(150), b(170);
  {
    std::vector<Apple> more(3, a);
    Pear pear;
    std::printf("%d %d\n", Apple::count, Counted<Pear>::count);
  }
  std::printf("%d %d\n", Apple::count, Pear::count);
  std::printf("%d %d %d\n", a > b, a <= b, a >= a);
  Doubling doubling;
  std::printf("%d %d\n", doubling.visit(3), doubling.visit(4));
  std::vector<int> v(5);
  std::list<int> l(5);
  std::printf("%d %d\n", distanceOf(v), distanceOf(l));
  std::printf("%d %d\n", HasSize<std::string>::value, HasSize<Apple>::value);
  std::printf("%s %s %s\n", apply<Upper>("heddle").c_str(), apply<Rot13>("heddle").c_str(),
              apply<Rot13, Rot13, Upper>("heddle").c_str());
}
