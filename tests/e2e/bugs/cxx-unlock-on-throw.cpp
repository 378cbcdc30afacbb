// RUN: %expect %s
// An exception leaves a function between lock and unlock.
// EXPECT: deadlock
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex mutex;

static void update(int value) {
  mutex.lock(); // BUG: deadlock
  if (value < 0)
    throw std::invalid_argument("negative");
  mutex.unlock();
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
