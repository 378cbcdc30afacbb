// Two locks that are taken by tries, in either order.
#include <mutex>
#include <thread>
static std::mutex m, k;
static int x, y;

static void one() {
  std::scoped_lock g(m, k);
  x = 1;
  y = 1;
}
static void two() {
  std::scoped_lock g(k, m);
  x = y;
}

int main() {
  std::thread a(one), b(two);
  a.join();
  b.join();
  return x + y;
}
