// Function-try-blocks of constructors and functions: members are destroyed before the handler runs.
#include <cstdio>
#include <stdexcept>

struct Noisy {
  const char *name;
  explicit Noisy(const char *name) : name(name) { std::printf("+%s\n", name); }
  ~Noisy() { std::printf("-%s\n", name); }
};

struct Base {
  Noisy inBase{"base"};
};

struct Broken : Base {
  Noisy first{"first"};
  Noisy second;
  explicit Broken(int n) try : second(n > 1 ? throw std::out_of_range("in the list") : "second") {
    if (n == 1)
      throw std::logic_error("in the body");
    std::puts("whole");
  } catch (const std::logic_error &error) {
    // out_of_range is a logic_error. Leaving a constructor's handler throws anew.
    std::printf("handler: %s\n", error.what());
  }
};

int divide(int a, int b) try {
  Noisy local("local");
  if (b == 0)
    throw a;
  return a / b;
} catch (int n) {
  std::printf("divided %d by nothing\n", n);
  return -1;
}

void changes(int n) try {
  if (n)
    throw n;
} catch (int m) {
  throw std::runtime_error(m > 0 ? "positive" : "negative");
}

int main() {
  for (int i = 0; i < 3; ++i)
    try {
      Broken broken(i);
      std::printf("made %d\n", i);
    } catch (const std::out_of_range &error) {
      std::printf("out of range: %s\n", error.what());
    } catch (const std::exception &error) {
      std::printf("main: %s\n", error.what());
    }
  std::printf("%d %d\n", divide(6, 2), divide(6, 0));
  for (int i = -1; i < 2; ++i)
    try {
      changes(i);
      std::puts("unchanged");
    } catch (const std::runtime_error &error) {
      std::puts(error.what());
    }
}
