// a C++ program whose reader does without the lock guard
#include <mutex>
#include <thread>

std::mutex routes;
int hops = 2;
int answer;

static void recompute() {
  const std::lock_guard<std::mutex> guard(routes);
  hops = 0;
  hops = 4;
}

static void lookUp() {
  answer = hops;
}

int main() {
  std::thread first(recompute);
  std::thread second(lookUp);
  first.join();
  second.join();
  return 0;
}
