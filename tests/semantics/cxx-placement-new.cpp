// Placement new, explicit destruction, aligned storage, launder, construct_at, a small vector.
#include <cstddef>
#include <cstdio>
#include <memory>
#include <new>
#include <string>
#include <utility>

template <class T, std::size_t N> class Inline {
public:
  Inline() = default;
  Inline(const Inline &) = delete;
  ~Inline() {
    while (count)
      pop();
  }
  template <class... A> T &emplace(A &&...a) {
    T *made = ::new (static_cast<void *>(storage + count * sizeof(T))) T(std::forward<A>(a)...);
    ++count;
    return *made;
  }
  void pop() { std::destroy_at(&(*this)[--count]); }
  T &operator[](std::size_t i) {
    return *std::launder(reinterpret_cast<T *>(storage + i * sizeof(T)));
  }
  std::size_t size() const { return count; }

private:
  alignas(T) std::byte storage[N * sizeof(T)];
  std::size_t count = 0;
};

struct alignas(64) Wide {
  int n = 3;
};

struct Noisy {
  std::string name;
  explicit Noisy(std::string n) : name(std::move(n)) { std::printf("+%s ", name.c_str()); }
  ~Noisy() { std::printf("-%s ", name.c_str()); }
};

union Either {
  int number;
  std::string text;
  Either() : number(0) {}
  ~Either() {}
};

int main() {
  {
    Inline<Noisy, 4> names;
    names.emplace("one");
    names.emplace("two").name += "!";
    names.emplace("three");
    names.pop();
    std::printf("%zu %s ", names.size(), names[1].name.c_str());
  }
  std::puts("");
  alignas(int) unsigned char raw[sizeof(int) * 3];
  int *numbers = new (raw) int[3]{4, 5, 6};
  std::printf("%d %d\n", numbers[2], static_cast<void *>(numbers) == raw);
  auto wide = std::make_unique<Wide>();
  auto *many = new Wide[3];
  std::printf("%d %d %d\n", int(reinterpret_cast<std::size_t>(wide.get()) % 64),
              int(reinterpret_cast<std::size_t>(&many[1]) % 64), many[2].n);
  delete[] many;
  Either either;
  new (&either.text) std::string("a text in a union, long enough to be on the heap");
  std::printf("%zu\n", either.text.size());
  std::destroy_at(&either.text);
  either.number = 7;
  std::printf("%d\n", either.number);
  std::allocator<std::string> allocator;
  std::string *strings = allocator.allocate(3);
  std::uninitialized_fill_n(strings, 2, "fill");
  std::uninitialized_default_construct_n(strings + 2, 1);
  std::printf("%s %zu\n", strings[1].c_str(), strings[2].size());
  std::destroy_n(strings, 3);
  allocator.deallocate(strings, 3);
  int *none = new (std::nothrow) int(9);
  std::printf("%d\n", *none);
  delete none;
}
