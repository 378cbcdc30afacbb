// RUN: %expect %s
// The iterator is made where it is used.
// EXPECT: safe
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
  int seen = 0;
  {
    std::lock_guard<std::mutex> guard(mutex);
    seen = *values.begin();
  }
  writer.join();
  return seen - 1;
}
