// RUN: %expect %s
// Two threads append to one vector; the race is told at the user's line, not in the header.
// EXPECT: data-race
// EXPECT-MAYBE: out-of-bounds
// EXPECT-MAYBE: use-after-free
// EXPECT-MAYBE: double-free
// EXPECT-MAYBE: assertion
#include <cassert>
#include <thread>
#include <vector>

static std::vector<int> list;

static void add(int value) {
  list.push_back(value); // BUG: data-race, out-of-bounds, use-after-free, double-free
}

int main() {
  std::thread a(add, 1);
  std::thread b(add, 2);
  a.join();
  b.join();
  assert(list.size() == 2); // BUG: assertion
}
