// Threads, mutexes and condition variables of the C++ library (figure 5.23 with them): one that was
// woken does not look again, and another one was faster.
//
// RUN: not %heddle check %s --strategy value-schedule --no-races --no-completion --property assertion --out %t | FileCheck %s
//
// CHECK: assertion failed: !items.empty()
// CHECK: conflicting pairs: 1 harmful
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace {

std::mutex mutex;
std::condition_variable filled;
std::vector<int> items;

void take() {
  std::unique_lock<std::mutex> lock(mutex);
  if (items.empty())
    filled.wait(lock);
  assert(!items.empty());
  items.pop_back();
}

void put() {
  const std::lock_guard<std::mutex> lock(mutex);
  items.push_back(1);
  filled.notify_one();
}

} // namespace

int main() {
  std::thread first(take);
  std::thread second(put);
  {
    const std::lock_guard<std::mutex> lock(mutex);
    items.clear();
  }
  second.join();
  first.join();
}
