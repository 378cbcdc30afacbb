// RUN: %expect %s
// Readers and the writer share a lock.
// EXPECT: safe
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::map<int, int> table = {{1, 1}, {3, 3}};
static std::shared_mutex mutex;

int main() {
  std::thread writer([] {
    std::unique_lock<std::shared_mutex> lock(mutex);
    table[2] = 2;
  });
  bool found = false;
  {
    std::shared_lock<std::shared_mutex> lock(mutex);
    found = table.count(3) == 1;
  }
  writer.join();
  return found ? 0 : 1;
}
