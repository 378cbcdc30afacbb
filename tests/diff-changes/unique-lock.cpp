// A guard that may lock later.
#include <mutex>
#include <thread>
static std::mutex m;
static int x, y;

static void one() {
  std::unique_lock<std::mutex> g(m);
  x = 1;
  x = 2;
}
static void two() {
  std::unique_lock<std::mutex> g(m);
  y = x;
}

int main() {
  std::thread a(one), b(two);
  a.join();
  b.join();
  return x + y;
}
