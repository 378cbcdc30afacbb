// optional, variant, any, tuple, pair, visit.
#include <any>
#include <cstdio>
#include <optional>
#include <string>
#include <tuple>
#include <variant>

template <class... F> struct Overload : F... { using F::operator()...; };
template <class... F> Overload(F...) -> Overload<F...>;

struct Throws {
  Throws() = default;
  Throws(const Throws &) { throw 1; }
};

int main() {
  std::optional<std::string> o;
  std::printf("%s ", o.value_or("none").c_str());
  o = "some";
  std::printf("%s %zu\n", o->c_str(), o->size());
  o.reset();
  try {
    o.value();
  } catch (const std::bad_optional_access &error) {
    std::puts(error.what());
  }
  std::variant<int, double, std::string> v = 3;
  for (int i = 0; i < 3; ++i) {
    std::visit(Overload{[](int n) { std::printf("int %d\n", n); },
                        [](double d) { std::printf("double %g\n", d); },
                        [](const std::string &s) { std::printf("string %s\n", s.c_str()); }},
               v);
    if (i == 0)
      v = 2.5;
    else
      v = "a text that is long enough to need the heap";
  }
  try {
    std::get<int>(v);
  } catch (const std::bad_variant_access &error) {
    std::puts(error.what());
  }
  std::variant<int, Throws> broken = 1;
  try {
    Throws t;
    broken.emplace<Throws>(t);
  } catch (int) {
    std::printf("valueless %d\n", broken.valueless_by_exception());
  }
  std::any a = 5;
  a = std::string("any");
  std::printf("%s %d\n", std::any_cast<std::string>(a).c_str(), std::any_cast<int>(&a) == nullptr);
  try {
    std::any_cast<int>(a);
  } catch (const std::bad_any_cast &error) {
    std::puts(error.what());
  }
  auto t = std::make_tuple(1, std::string("two"), 3.0);
  auto &[x, y, z] = t;
  y += "!";
  std::printf("%d %s %g %d\n", x, std::get<1>(t).c_str(), z, t < std::make_tuple(1, y, 4.0));
}
