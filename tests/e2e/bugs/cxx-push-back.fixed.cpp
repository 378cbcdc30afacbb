// RUN: %expect %s
// Two threads append to one vector under a mutex.
// EXPECT: safe
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int> list;
static std::mutex mutex;

static void add(int value) {
  std::lock_guard<std::mutex> guard(mutex);
  list.push_back(value);
}

int main() {
  std::thread a(add, 1);
  std::thread b(add, 2);
  a.join();
  b.join();
  assert(list.size() == 2);
}
