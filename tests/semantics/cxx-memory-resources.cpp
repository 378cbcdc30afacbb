// Polymorphic allocators: an arena, a counting resource, and containers that use them.
#include <cstddef>
#include <cstdio>
#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <new>
#include <scoped_allocator>
#include <string>
#include <vector>

class Counting : public std::pmr::memory_resource {
public:
  int taken = 0, given = 0;

private:
  void *do_allocate(std::size_t bytes, std::size_t alignment) override {
    ++taken;
    return ::operator new(bytes, std::align_val_t(alignment));
  }
  void do_deallocate(void *p, std::size_t bytes, std::size_t alignment) override {
    ++given;
    ::operator delete(p, bytes, std::align_val_t(alignment));
  }
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

template <class T> struct Tracked {
  using value_type = T;
  explicit Tracked(int *count) : count(count) {}
  template <class U> Tracked(const Tracked<U> &o) : count(o.count) {}
  T *allocate(std::size_t n) {
    *count += int(n);
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T *p, std::size_t n) {
    *count -= int(n);
    std::allocator<T>().deallocate(p, n);
  }
  template <class U> bool operator==(const Tracked<U> &o) const { return count == o.count; }
  template <class U> bool operator!=(const Tracked<U> &o) const { return count != o.count; }
  int *count;
};

int main() {
  Counting counting;
  {
    std::pmr::vector<std::pmr::string> v(&counting);
    v.emplace_back("short");
    v.emplace_back("a text that is too long for the object itself");
    std::printf("%d %d %d\n", counting.taken, v[1].get_allocator().resource() == &counting,
                int(v.size()));
    std::pmr::map<int, int> m(&counting);
    for (int i = 0; i < 5; ++i)
      m[i % 3] = i;
    std::printf("%d %zu\n", counting.taken, m.size());
  }
  std::printf("%d\n", counting.taken == counting.given);
  int count = 0;
  {
    std::list<int, Tracked<int>> l({1, 2, 3}, Tracked<int>(&count));
    std::printf("%d ", count);
    l.pop_back();
    std::vector<int, Tracked<int>> v(l.begin(), l.end(), l.get_allocator());
    std::printf("%d\n", count);
  }
  std::printf("%d\n", count);
  std::pmr::polymorphic_allocator<int> allocator(&counting);
  int *p = allocator.allocate(3);
  allocator.construct(p, 5);
  std::printf("%d\n", *p);
  allocator.deallocate(p, 3);
  std::byte room[512];
  std::pmr::monotonic_buffer_resource arena(room, sizeof room, &counting);
  const int before = counting.taken;
  std::pmr::vector<int> numbers(&arena);
  for (int i = 0; i < 20; ++i)
    numbers.push_back(i);
  std::printf("%d ", counting.taken - before);
  numbers.resize(500);
  std::printf("%d\n", counting.taken > before);
  std::printf("%d ", std::pmr::set_default_resource(&counting) == std::pmr::new_delete_resource());
  const int taken = counting.taken;
  {
    std::pmr::monotonic_buffer_resource growing(16);
    for (int i = 0; i < 10; ++i)
      (void)growing.allocate(24, 8);
    std::printf("%d ", counting.taken > taken);
    growing.release();
    std::printf("%d ", counting.given == counting.taken - 1); // All but what `arena` has.
  }
  std::printf("%d\n", std::pmr::set_default_resource(nullptr) == std::pmr::get_default_resource());
  try {
    std::pmr::vector<int> none({1, 2}, std::pmr::null_memory_resource());
  } catch (const std::bad_alloc &error) {
    std::puts(error.what());
  }
}
