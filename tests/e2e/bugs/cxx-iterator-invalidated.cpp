// RUN: %expect %s
// One thread walks a vector that another one makes larger between two locks.
// EXPECT: use-after-free
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int> values = {1, 2};
static std::mutex mutex;

int main() {
  std::thread writer([] {
    std::lock_guard<std::mutex> guard(mutex);
    values.push_back(3);
  });
  std::vector<int>::iterator first;
  {
    std::lock_guard<std::mutex> guard(mutex);
    first = values.begin();
  }
  int seen = 0;
  {
    std::lock_guard<std::mutex> guard(mutex);
    seen = *first; // BUG: use-after-free
  }
  writer.join();
  return seen - 1;
}
