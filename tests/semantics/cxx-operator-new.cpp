// operator new and delete replaced for all, for a class, with arguments, sized and aligned.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

static int news = 0, deletes = 0;
static bool isCounting = false;

void *operator new(std::size_t size) {
  news += isCounting;
  if (void *p = std::malloc(size ? size : 1))
    return p;
  throw std::bad_alloc();
}
void operator delete(void *p) noexcept {
  deletes += isCounting && p;
  std::free(p);
}
void operator delete(void *p, std::size_t) noexcept {
  operator delete(p);
}

struct Pool {
  char room[256];
  std::size_t used = 0;
  void *take(std::size_t n) {
    void *p = room + used;
    used += (n + 15) / 16 * 16;
    return p;
  }
};
void *operator new(std::size_t size, Pool &pool) {
  return pool.take(size);
}
void operator delete(void *, Pool &) {
  std::puts("taken back, the constructor threw");
}

struct Own {
  int n = 1;
  static void *operator new(std::size_t size) {
    std::printf("Own::new %zu\n", size);
    return std::malloc(size);
  }
  static void operator delete(void *p, std::size_t size) {
    std::printf("Own::delete %zu\n", size);
    std::free(p);
  }
  static void *operator new[](std::size_t size) {
    return std::printf("Own::new[]\n"), std::malloc(size);
  }
  static void operator delete[](void *p) { std::printf("Own::delete[]\n"), std::free(p); }
  virtual ~Own() = default;
};
struct More : Own {
  double d[4] = {};
};
struct Throws {
  Throws() { throw 1; }
};

int main() {
  isCounting = true;
  {
    std::vector<int> v(10);
    v.resize(1000);
    auto p = std::make_unique<int>(3);
    auto s = std::make_shared<double>(2);
  }
  isCounting = false;
  std::printf("%d %d\n", news, deletes);
  Own *own = new More;
  delete own; // The size is that of the whole.
  delete[] new Own[2];
  delete ::new Own;
  alignas(16) Pool pool;
  int *a = new (pool) int(5);
  double *b = new (pool) double(2.5);
  std::printf("%d %g %zu\n", *a, *b, pool.used);
  try {
    new (pool) Throws;
  } catch (int) {
    std::puts("caught");
  }
}
