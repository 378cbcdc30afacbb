// Overload resolution: argument-dependent lookup, conversions, hidden friends, explicit, literals,
// ADL swap.
#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace units {
struct Length {
  long double m;
  friend Length operator+(Length a, Length b) { return {a.m + b.m}; }
  friend int compare(Length a, Length b) {
    return a.m < b.m ? -1 : a.m > b.m;
  } // Found by its arguments only.
};
namespace literals {
constexpr Length operator""_m(long double m) {
  return {m};
}
constexpr Length operator""_km(unsigned long long m) {
  return {m * 1000.0L};
}
} // namespace literals
struct Handle {
  int id;
  static inline int swaps = 0;
  friend void swap(Handle &a, Handle &b) {
    ++swaps;
    std::swap(a.id, b.id);
  }
};
} // namespace units

struct Text {
  Text(const char *s) : s(s) {}
  operator std::string() const { return s + "!"; }
  explicit operator bool() const { return !s.empty(); }
  std::string s;
};
struct Exact {
  explicit Exact(int n) : n(n) {}
  int n;
};

const char *pick(int) {
  return "int";
}
const char *pick(long) {
  return "long";
}
const char *pick(double) {
  return "double";
}
const char *pick(bool) {
  return "bool";
}
const char *pick(const void *) {
  return "pointer";
}
const char *pick(...) {
  return "anything";
}
template <class T> const char *pick(T *) {
  return "template pointer";
}

struct Array {
  int data[4] = {1, 2, 3, 4};
  int &operator[](int i) { return data[i]; }
  const int &operator[](int i) const { return data[i]; }
  int operator()(int a, int b = 2) const { return data[a] * data[b]; }
  Array &operator<<=(int n) { return std::rotate(data, data + n, data + 4), *this; }
  Array operator-() const {
    Array r = *this;
    for (int &n : r.data)
      n = -n;
    return r;
  }
  int *operator->() { return data; }
};

int main() {
  using namespace units::literals;
  const auto l = 2.5_m + 3_km;
  std::printf("%g %d\n", double(l.m), compare(l, 1_km));
  units::Handle a{1}, b{2};
  using std::swap;
  swap(a, b);
  std::vector<units::Handle> handles{{3}, {1}, {2}};
  std::reverse(handles.begin(), handles.end());
  std::printf("%d %d\n", a.id, units::Handle::swaps);
  short s = 1;
  std::printf("%s %s %s %s %s %s\n", pick(s), pick(1L), pick(1.0f), pick(true), pick("x"),
              pick(nullptr));
  std::printf("%s %s\n", pick(static_cast<void *>(nullptr)), pick(Exact(1)));
  const Text t = "text";
  const std::string converted = t;
  std::printf("%s %d %d\n", converted.c_str(), bool(t), Text("") ? 1 : 0);
  Array array;
  array[1] = 9;
  array <<= 1;
  std::printf("%d %d %d %d\n", array[0], array(0), array(0, 3), (-array)[1]);
  const auto raw = R"x(a\n"(b))x";
  std::printf("%s %zu\n", raw, std::string(u8"\u00e9" ? "\xc3\xa9" : "").size());
}
