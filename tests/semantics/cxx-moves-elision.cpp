// Moves, copies that are left out, value categories, swap, exchange, moved-from containers.
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Buffer {
  explicit Buffer(int n) : data(new int[std::size_t(n)]{}), size(n) { std::printf("make%d ", n); }
  Buffer(const Buffer &o) : Buffer(o.size) { std::printf("copy "); }
  Buffer(Buffer &&o) noexcept
      : data(std::exchange(o.data, nullptr)), size(std::exchange(o.size, 0)) {
    std::printf("move ");
  }
  Buffer &operator=(Buffer o) noexcept {
    std::swap(data, o.data);
    std::swap(size, o.size);
    std::printf("assign ");
    return *this;
  }
  ~Buffer() { delete[] data; }
  int *data;
  int size;
};

Buffer plain() {
  return Buffer(1);
} // Never a copy.
Buffer pick(bool first) {
  Buffer a(2), b(3);
  return first ? std::move(a) : std::move(b);
}
Buffer through(Buffer b) {
  return b;
}

void kind(const std::string &) {
  std::printf("lvalue ");
}
void kind(std::string &&) {
  std::printf("rvalue ");
}
template <class T> void forward(T &&t) {
  kind(std::forward<T>(t));
}

struct Once {
  int run() && { return 1; }
  int run() & { return 2; }
  int run() const & { return 3; }
};

int main() {
  Buffer a = plain();
  std::puts("| plain");
  Buffer b = pick(true);
  std::puts("| pick");
  Buffer c = through(a);
  std::puts("| through copy");
  Buffer d = through(std::move(a));
  std::printf("| through move, %d\n", a.size);
  c = d;
  std::puts("| assigned");
  c = Buffer(9);
  std::printf("| assigned %d\n", c.size);
  std::vector<Buffer> v;
  v.reserve(2);
  v.push_back(std::move(b));
  v.emplace_back(4);
  std::puts("| full");
  v.emplace_back(5);
  std::puts("| grown");
  std::string s = "text";
  const std::string t = "const";
  forward(s);
  forward(std::move(s));
  forward(t);
  forward(std::move(t));
  forward(std::string());
  std::puts("");
  Once once;
  const Once constant;
  std::printf("%d %d %d\n", Once().run(), once.run(), constant.run());
  std::vector<std::unique_ptr<int>> owners;
  owners.push_back(std::make_unique<int>(5));
  auto moved = std::move(owners);
  std::printf("%zu %d\n", owners.size(), *moved[0]);
  std::string longer(40, 'y');
  const char *at = longer.data();
  std::string stolen = std::move(longer);
  std::printf("%d %zu\n", stolen.data() == at, longer.size());
}
