// Construction and destruction order, virtual calls during construction, thunks, offsets.
#include <cstdio>

struct Base {
  explicit Base(int n) : n(n) { std::printf("Base(%d) %s\n", n, who()); }
  virtual ~Base() { std::printf("~Base %s\n", who()); }
  virtual const char *who() const { return "Base"; }
  int n;
};
struct Left : virtual Base {
  Left() : Base(1) { std::printf("Left %s\n", who()); }
  ~Left() override { std::printf("~Left %s\n", who()); }
  const char *who() const override { return "Left"; }
};
struct Right : virtual Base {
  Right() : Base(2) { std::printf("Right %s\n", Right::who()); }
  ~Right() override { std::puts("~Right"); }
  virtual int number() { return n * 10; }
};
struct Both : Left, Right {
  Both() : Base(3) { std::printf("Both %s\n", who()); }
  ~Both() override { std::printf("~Both %s\n", who()); }
  const char *who() const override { return "Both"; }
  int number() override { return n * 100; }
};
struct Interface { virtual int f(int) = 0; virtual ~Interface() = default; };
struct Other { virtual int g() { return 1; } virtual ~Other() = default; int x = 9; };
struct Impl : Other, Interface {
  int f(int y) override { return x + y; }
  int g() override { return 2; }
};

int main() {
  {
    Both both;
    Right &right = both;
    std::printf("%d %s\n", right.number(), static_cast<Base &>(both).who());
  }
  Base *base = new Left;
  delete base;
  Impl impl;
  Interface *interface = &impl;
  int (Interface::*method)(int) = &Interface::f;
  std::printf("%d %d\n", (interface->*method)(1), static_cast<Other &>(impl).g());
}
