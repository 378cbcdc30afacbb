// RUN: %expect %s
// The second task is started when the first one is over.
// EXPECT: safe
#include <atomic>
#include <cassert>
#include <future>

static std::atomic<int> tickets;

int main() {
  const int first = std::async(std::launch::async, [] { return ++tickets; }).get();
  auto second = std::async(std::launch::async, [] { return ++tickets; });
  assert(first < second.get());
}
