// thread_local objects: made at first use in each thread, destroyed at its end, in reverse order.
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

static std::string log;

struct Noisy {
  std::string name;
  explicit Noisy(std::string n) : name(std::move(n)) { log += "+" + name + " "; }
  ~Noisy() { log += "-" + name + " "; }
};

thread_local Noisy first("first");
thread_local int plain = 7;
thread_local std::vector<int> list{1, 2, 3};

int next() {
  thread_local int count = 100;
  thread_local Noisy local("local");
  return ++count;
}

struct Holder {
  static thread_local std::unique_ptr<Noisy> kept;
};
thread_local std::unique_ptr<Noisy> Holder::kept;

template <class F> void alone(const char *what, F f) {
  log.clear();
  std::thread(f).join();
  std::printf("%s: %s\n", what, log.c_str());
}

int main() {
  alone("unused", [] { plain = 8; });
  alone("all of the file", [] { first.name += "!"; });
  alone("local twice", [] {
    next();
    log += std::to_string(next()) + " ";
  });
  alone("fresh", [] {
    list.push_back(4);
    log += std::to_string(list.size()) + std::to_string(plain) + " ";
  });
  alone("held", [] {
    Holder::kept = std::make_unique<Noisy>("held");
    log += "end ";
  });
  alone("reset", [] {
    Holder::kept = std::make_unique<Noisy>("early");
    Holder::kept.reset();
    log += "end ";
  });
  alone("thrown", [] {
    try {
      next();
      throw 1;
    } catch (int) {
      log += "caught ";
    }
  });
  std::printf("%d %zu %d\n", plain, list.size(), next());
  log.clear();
}
