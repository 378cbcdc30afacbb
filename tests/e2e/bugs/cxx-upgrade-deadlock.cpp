// RUN: %expect %s
// A reader asks for the write lock while it reads.
// EXPECT: deadlock
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static int value;

static void update() {
  std::shared_lock<std::shared_mutex> reading(mutex);
  if (value == 0) {
    std::unique_lock<std::shared_mutex> writing(mutex); // BUG: deadlock
    value = 1;
  }
}

int main() {
  std::thread a(update), b(update);
  a.join();
  b.join();
}
