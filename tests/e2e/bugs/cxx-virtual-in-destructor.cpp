// RUN: %expect %s
// A base class joins its thread in its destructor, when the derived part that it calls is gone.
// EXPECT: data-race
// EXPECT-MAYBE: use-after-free
// EXPECT-MAYBE: assertion
// EXPECT-MAYBE: abort
#include <cassert>
#include <thread>

struct Base {
  std::thread thread;
  void start() {
    thread = std::thread([this] { run(); }); // BUG: data-race
  }
  virtual void run() { assert(false); } // BUG: assertion, abort, use-after-free
  virtual ~Base() { thread.join(); } // BUG: data-race
};
struct Derived : Base {
  int result = 0;
  void run() override { result = 1; }
};

int main() {
  Derived derived;
  derived.start();
}
