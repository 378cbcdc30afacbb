// weak_ptr, enable_shared_from_this, aliasing, custom deleters, cycles broken, owner order, casts.
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

struct Node : std::enable_shared_from_this<Node> {
  explicit Node(std::string name) : name(std::move(name)) {}
  ~Node() { std::printf("~%s ", name.c_str()); }
  std::shared_ptr<Node> add(const char *child) {
    children.push_back(std::make_shared<Node>(child));
    children.back()->parent = weak_from_this();
    return children.back();
  }
  std::string path() const {
    const auto up = parent.lock();
    return (up ? up->path() + "/" : "") + name;
  }
  std::string name;
  std::weak_ptr<Node> parent;
  std::vector<std::shared_ptr<Node>> children;
};

struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {
  int value = 4;
};

struct Closer {
  void operator()(std::FILE *) const { std::puts("closed"); }
};

int main() {
  auto root = std::make_shared<Node>("root");
  auto leaf = root->add("usr")->add("bin");
  std::printf("%s %ld %ld\n", leaf->path().c_str(), root.use_count(), leaf.use_count());
  root.reset();
  std::printf("%s %d\n", leaf->path().c_str(), leaf->parent.expired());
  leaf.reset();
  std::puts("");
  std::weak_ptr<int> weak;
  {
    auto strong = std::make_shared<int>(3);
    weak = strong;
    std::printf("%d %ld\n", *weak.lock(), weak.use_count());
  }
  std::printf("%d %d\n", weak.expired(), weak.lock() == nullptr);
  try {
    std::shared_ptr<int> from(weak);
  } catch (const std::bad_weak_ptr &error) {
    std::puts(error.what());
  }
  try {
    Node alone("alone");
    (void)alone.shared_from_this();
  } catch (const std::bad_weak_ptr &) {
    std::puts("not shared");
  }
  auto pair = std::make_shared<std::pair<int, std::string>>(1, "kept");
  std::shared_ptr<std::string> part(pair, &pair->second);
  pair.reset();
  std::printf("%s %ld\n", part->c_str(), part.use_count());
  std::shared_ptr<int> custom(new int(7), [](int *p) {
    std::printf("deleting %d\n", *p);
    delete p;
  });
  auto other = custom;
  custom.reset(new int(8));
  std::printf("%d %d\n", *other, *custom);
  other.reset();
  std::unique_ptr<std::FILE, Closer> file(stdout);
  file.reset();
  std::shared_ptr<Base> base = std::make_shared<Derived>();
  std::printf("%d %d\n", std::dynamic_pointer_cast<Derived>(base)->value,
              std::dynamic_pointer_cast<Derived>(std::make_shared<Base>()) == nullptr);
  std::set<std::weak_ptr<Base>, std::owner_less<>> owners{base, base};
  std::printf("%zu %ld\n", owners.size(), base.use_count());
  std::shared_ptr<int[]> array(new int[3]{1, 2, 3});
  std::unique_ptr<int[]> fixed = std::make_unique<int[]>(4);
  std::printf("%d %d\n", array[1], fixed[3]);
  std::shared_ptr<void> anything = std::make_shared<Node>("void");
  anything = nullptr;
  std::puts("");
}
