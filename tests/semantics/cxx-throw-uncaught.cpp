// std::uncaught_exceptions: a scope guard that acts only when its scope is left by an exception.
#include <cstdio>
#include <exception>
#include <utility>

template <class F> class OnFailure {
public:
  explicit OnFailure(F f) : action(std::move(f)), before(std::uncaught_exceptions()) {}
  ~OnFailure() {
    if (std::uncaught_exceptions() > before)
      action();
  }

private:
  F action;
  int before;
};

struct Worker {
  const char *name;
  bool fails;
  ~Worker() {
    // A whole exception within a destructor that runs because of another one.
    try {
      OnFailure guard([this] {
        std::printf("%s inner rollback, %d in flight\n", name, std::uncaught_exceptions());
      });
      if (fails)
        throw 'x';
      std::printf("%s inner fine, %d in flight\n", name, std::uncaught_exceptions());
    } catch (char c) {
      std::printf("%s caught %c, %d in flight\n", name, c, std::uncaught_exceptions());
    }
  }
};

void run(bool fails, bool innerFails) {
  OnFailure guard([] { std::puts("outer rollback"); });
  Worker worker{fails ? "failing" : "passing", innerFails};
  if (fails)
    throw 5;
}

int main() {
  for (int i = 0; i < 4; ++i)
    try {
      run(i & 1, i & 2);
      std::printf("%d done\n", i);
    } catch (int n) {
      std::printf("%d caught %d, %d in flight\n", i, n, std::uncaught_exceptions());
    }
}
