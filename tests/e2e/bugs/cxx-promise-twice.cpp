// RUN: %expect %s
// Two threads race to keep one promise; the loser's exception leaves its thread.
// EXPECT: uncaught-exception
#include <future>
#include <thread>

int main() {
  std::promise<int> winner;
  auto result = winner.get_future();
  std::thread a([&] { winner.set_value(1); }); // BUG: uncaught-exception
  std::thread b([&] { winner.set_value(2); }); // BUG: uncaught-exception
  result.wait();
  a.join();
  b.join();
}
