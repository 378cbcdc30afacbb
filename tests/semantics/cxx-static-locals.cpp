// Static locals: made once, on first use, tried again after an exception; destroyed in reverse.
#include <cstdio>
#include <string>

struct Logged {
  std::string name;
  explicit Logged(const char *n) : name(n) { std::printf("make %s\n", n); }
  ~Logged() { std::printf("end %s\n", name.c_str()); }
};

static Logged &first() {
  static Logged object("first");
  return object;
}
static Logged &second() {
  static Logged object("second");
  return object;
}
static int attempts;
static int failing() {
  static int value = [] {
    if (++attempts < 3)
      throw attempts;
    return 40 + attempts;
  }();
  return value;
}
template <class T> T &instance() {
  static T object{};
  return object;
}
static Logged global("global");

int main() {
  second();
  first();
  second();
  for (int i = 0; i < 4; ++i)
    try {
      std::printf("%d\n", failing());
    } catch (int n) {
      std::printf("attempt %d\n", n);
    }
  instance<int>() = 3;
  instance<long>() = 4;
  std::printf("%d %ld %d\n", instance<int>(), instance<long>(), attempts);
}
