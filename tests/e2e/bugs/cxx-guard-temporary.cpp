// RUN: %expect %s
// The lock_guard has no name, and ends at once.
// EXPECT: data-race
// EXPECT-MAYBE: assertion
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int counter;

static void count() {
  std::lock_guard<std::mutex>{mutex};
  ++counter; // BUG: data-race
}

int main() {
  std::thread a(count), b(count);
  a.join();
  b.join();
  assert(counter == 2); // BUG: assertion
}
