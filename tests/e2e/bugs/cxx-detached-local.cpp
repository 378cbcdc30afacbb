// RUN: %expect %s
// A detached thread writes to a local of a function that may have returned.
// EXPECT: use-after-free
// EXPECT-MAYBE: data-race
#include <thread>

static void start() {
  int result = 0;
  std::thread([&result] {
    result = 1; // BUG: use-after-free, data-race
  }).detach();
} // BUG-MAYBE: data-race

int main() { start(); }
