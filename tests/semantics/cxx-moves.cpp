// Moves, copies, elision, forwarding, the rule of five, self-assignment, swap.
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Buffer {
  char *data;
  explicit Buffer(const char *text) : data(new char[std::strlen(text) + 1]) {
    std::strcpy(data, text);
    std::printf("make %s\n", data);
  }
  Buffer(const Buffer &o) : data(new char[std::strlen(o.data) + 1]) {
    std::strcpy(data, o.data);
    std::printf("copy %s\n", data);
  }
  Buffer(Buffer &&o) noexcept : data(std::exchange(o.data, nullptr)) { std::printf("move %s\n", data); }
  Buffer &operator=(Buffer o) noexcept {
    std::swap(data, o.data);
    std::puts("assign");
    return *this;
  }
  ~Buffer() {
    std::printf("end %s\n", data ? data : "-");
    delete[] data;
  }
};

static Buffer make(bool which) {
  Buffer a("a"), b("b");
  if (which)
    return a;
  return b;
}
static void take(Buffer &&b) { std::printf("rvalue %s\n", b.data); }
static void take(const Buffer &b) { std::printf("lvalue %s\n", b.data); }
template <class T> void pass(T &&value) { take(std::forward<T>(value)); }

int main() {
  Buffer x = make(true);
  Buffer y(std::move(x));
  y = Buffer("c");
  y = y;
  pass(y);
  pass(Buffer("d"));
  std::vector<Buffer> list;
  list.reserve(1);
  list.emplace_back("e");
  list.push_back(Buffer("f"));
  auto taken = std::move(list);
  std::printf("%zu %zu\n", list.size(), taken.size());
  std::unique_ptr<Buffer> p = std::make_unique<Buffer>("g");
  std::map<int, std::unique_ptr<Buffer>> map;
  map[1] = std::move(p);
  std::printf("%d %s\n", p == nullptr, map[1]->data);
  map.erase(1);
}
