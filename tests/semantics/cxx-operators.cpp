// Overloaded operators, conversions, user-defined literals, comparison.
#include <cstdio>
#include <string>

struct Ratio {
  int n, d;
  constexpr Ratio(int n, int d = 1) : n(n), d(d) {}
  Ratio &operator+=(const Ratio &o) {
    n = n * o.d + o.n * d;
    d *= o.d;
    return *this;
  }
  friend Ratio operator+(Ratio a, const Ratio &b) { return a += b; }
  friend bool operator<(const Ratio &a, const Ratio &b) { return a.n * b.d < b.n * a.d; }
  Ratio operator-() const { return {-n, d}; }
  Ratio &operator++() { return *this += 1; }
  Ratio operator++(int) {
    Ratio old = *this;
    ++*this;
    return old;
  }
  explicit operator bool() const { return n != 0; }
  operator double() const { return static_cast<double>(n) / d; }
  int operator[](int i) const { return i ? d : n; }
  int operator()(int a, int b) const { return a * n + b * d; }
};
static Ratio operator""_r(unsigned long long n) { return Ratio(static_cast<int>(n)); }
static std::string operator""_s(const char *text, std::size_t n) { return std::string(text, n); }

struct Pointer {
  Ratio *p;
  Ratio *operator->() const { return p; }
  Ratio &operator*() const { return *p; }
  void *operator new(std::size_t size) {
    std::puts("own new");
    return ::operator new(size);
  }
  void operator delete(void *p) {
    std::puts("own delete");
    ::operator delete(p);
  }
};

int main() {
  Ratio a(1, 2), b(1, 3);
  Ratio c = a + b + 1_r;
  std::printf("%d/%d %d %.3f\n", c.n, c.d, a < b, static_cast<double>(-c));
  Ratio old = c++;
  std::printf("%d/%d %d/%d %d\n", old.n, old.d, c[0], c[1], c(1, 2));
  if (Ratio(0))
    std::puts("zero is true");
  Pointer *pointer = new Pointer{&a};
  (*pointer)->n = 7;
  std::printf("%d %s\n", (**pointer).n, ("text"_s + "!").c_str());
  delete pointer;
  constexpr Ratio fixed(3, 4);
  static_assert(fixed.n == 3);
}
