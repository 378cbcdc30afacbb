// RUN: %expect %s
// A function that promises not to throw does, when a counter has been raised by another thread.
// EXPECT: uncaught-exception
#include <atomic>
#include <stdexcept>
#include <thread>

static std::atomic<int> used;

static void check() {
  if (used > 1)
    throw std::length_error("full");
}
static void take() noexcept {
  ++used;
  check(); // BUG: uncaught-exception
}

int main() {
  std::thread other(take);
  take();
  other.join();
}
