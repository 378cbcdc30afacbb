// RUN: %expect %s
// A lock_guard unlocks on the way out.
// EXPECT: safe
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex mutex;

static void update(int value) {
  std::lock_guard<std::mutex> guard(mutex);
  if (value < 0)
    throw std::invalid_argument("negative");
}

int main() {
  std::thread other([] {
    try {
      update(-1);
    } catch (const std::invalid_argument &) {
    }
  });
  update(1);
  other.join();
}
