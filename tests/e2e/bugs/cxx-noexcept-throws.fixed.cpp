// RUN: %expect %s
// The function deals with the exception itself.
// EXPECT: safe
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
  try {
    check();
  } catch (const std::length_error &) {
    --used;
  }
}

int main() {
  std::thread other(take);
  take();
  other.join();
}
