// RUN: %expect %s
// One thread inserts into a map while another one searches it.
// EXPECT: data-race
// EXPECT-MAYBE: null-pointer
#include <map>
#include <thread>

static std::map<int, int> table = {{1, 1}, {3, 3}};

int main() {
  std::thread writer([] {
    table[2] = 2; // BUG: data-race
  });
  const bool found = table.count(3) == 1; // BUG: data-race, null-pointer
  writer.join();
  return found ? 0 : 1;
}
