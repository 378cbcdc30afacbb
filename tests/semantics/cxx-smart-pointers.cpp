// unique_ptr, shared_ptr, weak_ptr: deleters, counts, aliasing, cycles broken, from this.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

struct Node : std::enable_shared_from_this<Node> {
  std::string name;
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> back;
  explicit Node(const char *n) : name(n) {}
  ~Node() { std::printf("~%s\n", name.c_str()); }
};
struct Base { virtual ~Base() { std::puts("~Base"); } };
struct Derived : Base { ~Derived() override { std::puts("~Derived"); } };

int main() {
  auto a = std::make_shared<Node>("a");
  a->next = std::shared_ptr<Node>(new Node("b"));
  a->next->back = a;
  std::printf("%ld %ld\n", a.use_count(), a->next.use_count());
  auto self = a->shared_from_this();
  std::shared_ptr<std::string> name(a, &a->name);
  std::printf("%ld %s\n", a.use_count(), name->c_str());
  std::weak_ptr<Node> weak = a->next;
  self.reset();
  a.reset();
  std::printf("expired %d\n", weak.expired());
  name.reset();
  std::printf("expired %d %d\n", weak.expired(), weak.lock() == nullptr);
  try {
    std::shared_ptr<Node> strong(weak);
  } catch (const std::bad_weak_ptr &error) {
    std::puts(error.what());
  }
  {
    std::unique_ptr<Base> base = std::make_unique<Derived>();
    std::shared_ptr<void> erased = std::make_shared<Derived>();
    auto deleter = [](int *p) {
      std::printf("delete %d\n", *p);
      delete p;
    };
    std::unique_ptr<int, decltype(deleter)> own(new int(4), deleter);
    std::shared_ptr<int> shared(new int(5), deleter);
    std::vector<std::shared_ptr<int>> copies(3, shared);
    std::printf("%ld\n", shared.use_count());
  }
  auto array = std::make_unique<int[]>(3);
  array[2] = 8;
  std::shared_ptr<Base> p = std::make_shared<Derived>();
  std::printf("%d %d\n", std::dynamic_pointer_cast<Derived>(p) != nullptr, array[2]);
}
