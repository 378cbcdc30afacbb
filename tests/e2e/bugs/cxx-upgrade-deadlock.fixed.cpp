// RUN: %expect %s
// The update is made under the write lock from the start.
// EXPECT: safe
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static int value;

static void update() {
  std::unique_lock<std::shared_mutex> writing(mutex);
  if (value == 0)
    value = 1;
}

int main() {
  std::thread a(update), b(update);
  a.join();
  b.join();
}
