// RUN: %expect %s
// The thread is joined before the object goes.
// EXPECT: safe
#include <thread>

struct Base {
  std::thread thread;
  void start() {
    thread = std::thread([this] { run(); });
  }
  void stop() { thread.join(); }
  virtual void run() = 0;
  virtual ~Base() = default;
};
struct Derived : Base {
  int result = 0;
  void run() override { result = 1; }
};

int main() {
  Derived derived;
  derived.start();
  derived.stop();
}
