// RUN: %expect %s
// Two asynchronous tasks are taken to run in the order they were started.
// EXPECT: assertion
#include <atomic>
#include <cassert>
#include <future>

static std::atomic<int> tickets;

int main() {
  auto first = std::async(std::launch::async, [] { return ++tickets; });
  auto second = std::async(std::launch::async, [] { return ++tickets; });
  assert(first.get() < second.get()); // BUG: assertion
}
