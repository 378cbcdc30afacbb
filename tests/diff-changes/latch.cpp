// A latch that says that something is there.
#include <latch>
#include <thread>
static std::latch l(1);
static int x, y;

static void one() {
  x = 1;
  l.count_down();
}
static void two() {
  l.wait();
  y = x;
}

int main() {
  std::thread a(one), b(two);
  a.join();
  b.join();
  return x + y;
}
