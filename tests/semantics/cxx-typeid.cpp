// typeid of types, objects and references; type_index as a key; bad_typeid.
#include <cstdio>
#include <map>
#include <string>
#include <typeindex>
#include <typeinfo>
#include <unordered_map>

struct Shape {
  virtual ~Shape() = default;
};
struct Circle : Shape {};
struct Square : Shape {};
struct Flat {};
struct Flatter : Flat {};
namespace space {
template <class T> struct Box : Shape {};
enum class Colour { red };
} // namespace space

template <class T> const char *nameOf() {
  return typeid(T).name();
}

int main() {
  Circle circle;
  Square square;
  Shape &a = circle;
  Shape &b = square;
  Flatter flatter;
  Flat &flat = flatter;
  std::printf("%d %d %d\n", typeid(a) == typeid(Circle), typeid(a) == typeid(b),
              typeid(a) != typeid(Shape));
  std::printf("%d\n", typeid(flat) == typeid(Flat)); // Not polymorphic: the static type.
  std::printf("%s %s %s\n", typeid(a).name(), typeid(space::Box<int>).name(),
              typeid(space::Colour).name());
  std::printf("%s %s %s %s\n", nameOf<int>(), nameOf<const volatile long &>(), nameOf<char *[3]>(),
              nameOf<void (*)(int, double)>());
  std::printf("%d\n", typeid(int) == typeid(const int));
  int evaluated = 0;
  (void)typeid(evaluated++);                                 // Not evaluated
  (void)typeid((++evaluated, static_cast<Shape &>(circle))); // Evaluated: it is polymorphic
  std::printf("%d\n", evaluated);
  std::unordered_map<std::type_index, std::string> names{{typeid(Circle), "round"},
                                                         {typeid(Square), "four"}};
  std::printf("%s %s\n", names.at(typeid(a)).c_str(), names[std::type_index(typeid(b))].c_str());
  std::map<std::type_index, int> order;
  order[typeid(int)] = 1;
  order[typeid(a)] = 2;
  order[typeid(Circle)] += 5;
  std::printf("%zu %d\n", order.size(), order[typeid(circle)]);
  Shape *none = nullptr;
  try {
    (void)typeid(*none).name();
  } catch (const std::bad_typeid &error) {
    std::puts(error.what());
  }
  std::printf("%d\n", typeid(circle).hash_code() == typeid(Circle).hash_code());
  std::printf("%d\n", typeid(int).before(typeid(int)));
}
