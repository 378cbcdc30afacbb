// Memory that nobody has: bad_alloc, bad_array_new_length, null for nothrow and malloc.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

struct alignas(64) Wide {
  char room[64];
};

struct Noisy {
  ~Noisy() { std::printf("left "); }
};

template <class F> void attempt(const char *what, F f) {
  try {
    Noisy noisy;
    f();
    std::puts("made");
  } catch (const std::bad_array_new_length &error) {
    std::printf("%s: %s\n", what, error.what());
  } catch (const std::bad_alloc &error) {
    std::printf("%s: %s\n", what, error.what());
  } catch (const std::length_error &error) {
    std::printf("%s: %s\n", what, error.what());
  }
}

int main() {
  volatile std::size_t much = std::size_t(1) << 60;
  volatile long negative = -1;
  attempt("new", [&] { ::operator delete(::operator new(much)); });
  attempt("array", [&] { delete[] new char[much]; });
  attempt("negative", [&] { delete[] new int[std::size_t(negative)]; });
  attempt("aligned", [&] { delete[] new Wide[much / 128]; });
  attempt("unique", [&] { (void)std::make_unique<char[]>(much); });
  attempt("allocator", [&] { (void)std::allocator<char>().allocate(much); });
  attempt("vector", [&] { std::vector<char> v(much); });
  attempt("vector of int", [&] { std::vector<int> v(static_cast<std::size_t>(negative)); });
  attempt("string", [&] { std::string().reserve(std::size_t(negative)); });
  attempt("small", [] { delete[] new char[16]; });
  std::printf("%d\n", new (std::nothrow) char[much] == nullptr);
  errno = 0;
  void *none = std::malloc(much);
  std::printf("%d %d\n", none == nullptr, errno == ENOMEM);
  errno = 0;
  none = std::calloc(much, much);
  std::printf("%d %d\n", none == nullptr, errno == ENOMEM);
  void *kept = std::malloc(8);
  none = std::realloc(kept, much);
  std::printf("%d\n", none == nullptr);
  std::free(kept);
}
