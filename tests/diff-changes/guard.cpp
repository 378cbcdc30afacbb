// Guards, and where their scope ends.
#include <mutex>
#include <thread>
static std::mutex m, k;
static int x, y;

static void one() {
  {
    std::lock_guard<std::mutex> g(m);
    x = 1;
    x = 2;
  }
}
static void two() {
  {
    std::lock_guard<std::mutex> g(m);
    y = x;
  }
}

int main() {
  std::thread a(one), b(two);
  a.join();
  b.join();
  return x + y;
}
