// dynamic_cast: down, across, to void, to references; multiple and virtual inheritance; typeid.
#include <cstdio>
#include <typeinfo>

struct Shape { virtual ~Shape() = default; int id = 7; };
struct Named { virtual ~Named() = default; const char *name = "named"; };
struct Circle : Shape, Named { double r = 1; };
struct Square : Shape {};
struct Top { virtual ~Top() = default; int t = 0; };
struct Left : virtual Top { int l = 1; };
struct Right : virtual Top { int r = 2; };
struct Bottom : Left, Right { int b = 3; };
struct Solid : Circle, private Square {};

int main() {
  Circle circle;
  Square square;
  Shape *shapes[] = {&circle, &square};
  for (Shape *shape : shapes) {
    const auto *c = dynamic_cast<Circle *>(shape);
    const auto *n = dynamic_cast<Named *>(shape);
    std::printf("%d %d %s %s\n", c != nullptr, dynamic_cast<Square *>(shape) != nullptr,
                n ? n->name : "-", typeid(*shape).name());
    std::printf("whole %d\n", dynamic_cast<void *>(shape) == static_cast<void *>(shape));
    try {
      auto &named = dynamic_cast<Named &>(*shape);
      std::printf("ref %s\n", named.name);
    } catch (const std::bad_cast &error) {
      std::printf("%s\n", error.what());
    }
  }
  Bottom bottom;
  Top *top = &bottom;
  std::printf("%d %d %d\n", dynamic_cast<Left *>(top)->l, dynamic_cast<Right *>(top)->r,
              dynamic_cast<Bottom *>(top)->b);
  Left *left = &bottom;
  std::printf("%d\n", dynamic_cast<Right *>(left)->r);
  Left alone;
  top = &alone;
  std::printf("%d\n", dynamic_cast<Right *>(top) == nullptr);
  Named *named = &circle;
  std::printf("%d %d\n", dynamic_cast<Shape *>(named)->id,
              dynamic_cast<void *>(named) == static_cast<void *>(&circle));
  Shape *none = nullptr;
  std::printf("%d\n", dynamic_cast<Circle *>(none) == nullptr);
  try {
    std::printf("%s\n", typeid(*none).name());
  } catch (const std::bad_typeid &) {
    std::puts("no type");
  }
  std::printf("%d %d\n", typeid(int) == typeid(const int), typeid(circle) == typeid(Shape));
}
