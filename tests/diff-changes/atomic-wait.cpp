// An atomic number that is waited for.
#include <atomic>
#include <thread>
static std::atomic<int> f;
static int x, y;

static void one() {
  x = 1;
  f = 1;
  f.notify_one();
}
static void two() {
  f.wait(0);
  y = x;
}

int main() {
  std::thread a(one), b(two);
  a.join();
  b.join();
  return x + y;
}
