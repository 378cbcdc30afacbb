// RUN: %expect %s
// The lock_guard has a name.
// EXPECT: safe
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter;

static void count() {
  std::lock_guard<std::mutex> guard{mutex};
  ++counter;
}

int main() {
  std::thread a(count), b(count);
  a.join();
  b.join();
  assert(counter == 2);
}
