// noexcept as a question: operator, conditional specifications, move_if_noexcept.
#include <cstdio>
#include <type_traits>
#include <utility>
#include <vector>

struct Quiet {
  Quiet() = default;
  Quiet(const Quiet &) { std::printf("copy "); }
  Quiet(Quiet &&) noexcept { std::printf("move "); }
};
struct Loud {
  Loud() = default;
  Loud(const Loud &) { std::printf("copy "); }
  Loud(Loud &&) noexcept(false) { std::printf("move "); }
};

template <class T> void exchange(T &a, T &b) noexcept(std::is_nothrow_move_constructible_v<T>) {
  T c = std::move(a);
  (void)c;
  (void)b;
}

void never() noexcept;
void maybe();

using Function = void (*)();
using QuietFunction = void (*)() noexcept;

template <class T> void grow(const char *name) {
  std::printf("%s: ", name);
  std::vector<T> v(2);
  v.reserve(3);
  T a, b;
  (void)std::move_if_noexcept(a);
  std::printf("%d\n", noexcept(exchange(a, b)));
}

struct Tree {
  ~Tree() noexcept(false) {
    if (throws)
      throw 3;
  }
  bool throws = true;
};

int main() {
  std::printf("%d %d %d\n", noexcept(never()), noexcept(maybe()), noexcept(new int));
  std::printf("%d %d\n", std::is_convertible_v<QuietFunction, Function>,
              std::is_convertible_v<Function, QuietFunction>);
  grow<Quiet>("quiet");
  grow<Loud>("loud");
  try {
    Tree tree;
    std::puts("leaving");
  } catch (int n) {
    std::printf("a destructor threw %d\n", n);
  }
  std::printf("%d %d\n", std::is_nothrow_destructible_v<Tree>,
              std::is_nothrow_destructible_v<Quiet>);
}
