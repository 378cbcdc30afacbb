// Which of two functions is called depends on an object.
#include <mutex>
#include <thread>
static std::mutex m;
static int x, y;

struct Base {
  virtual ~Base() = default;
  virtual void go() = 0;
};
struct Safe : Base {
  void go() override {
    std::lock_guard<std::mutex> g(m);
    x = 1;
    x = 2;
  }
};
struct Bare : Base {
  void go() override {
    y = 1;
    y = 2;
  }
};
static Base *made(int n) {
  static Safe s;
  static Bare b;
  return n ? static_cast<Base *>(&s) : &b;
}
static void one() {
  made(1)->go();
}
static void two() {
  made(1)->go();
}

int main() {
  std::thread a(one), b(two);
  a.join();
  b.join();
  return x + y;
}
