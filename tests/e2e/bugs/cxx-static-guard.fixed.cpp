// RUN: %expect %s
// std::call_once and a static local: each is initialised once, and seen whole.
// EXPECT: safe
#include <cassert>
#include <mutex>
#include <thread>

static int made;
static std::once_flag flag;

static int prepare() {
  std::call_once(flag, [] { ++made; });
  static int once = ++made;
  return once;
}

int main() {
  std::thread a([] { assert(prepare() == 2); }), b([] { assert(prepare() == 2); });
  a.join();
  b.join();
  assert(made == 2);
}
