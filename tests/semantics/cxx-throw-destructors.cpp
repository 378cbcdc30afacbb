// Destructors run in the right order on the way to the handler, through several frames.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

struct Noisy {
  std::string name;
  explicit Noisy(std::string n) : name(std::move(n)) { std::printf("+%s\n", name.c_str()); }
  Noisy(const Noisy &other) : name(other.name + "'") { std::printf("copy %s\n", name.c_str()); }
  ~Noisy() { std::printf("-%s\n", name.c_str()); }
};

struct Pair {
  Noisy first{"first"};
  Noisy second;
  Pair(bool fails) : second(fails ? throw std::runtime_error("no second") : "second") {}
};

static int deep(int n) {
  Noisy local("deep" + std::to_string(n));
  if (n == 0)
    throw std::out_of_range("bottom");
  return deep(n - 1) + 1;
}

int main() {
  try {
    Noisy outer("outer");
    deep(2);
  } catch (const std::exception &error) {
    std::printf("caught %s\n", error.what());
  }
  try {
    Pair pair(true);
  } catch (const std::runtime_error &error) {
    std::printf("caught %s\n", error.what());
  }
  try {
    std::vector<Noisy> list;
    list.reserve(2);
    list.emplace_back("a");
    list.push_back(Noisy("b"));
    throw 3;
  } catch (int n) {
    std::printf("caught %d\n", n);
  }
  try {
    Noisy *array = new Noisy[2]{Noisy("x"), (throw 1, Noisy("y"))};
    delete[] array;
  } catch (int) {
    std::puts("array not made");
  }
}
