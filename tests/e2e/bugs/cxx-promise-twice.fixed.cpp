// RUN: %expect %s
// The loser knows that it may lose.
// EXPECT: safe
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> winner;
  auto result = winner.get_future();
  auto offer = [&](int value) {
    try {
      winner.set_value(value);
    } catch (const std::future_error &) {
    }
  };
  std::thread a(offer, 1), b(offer, 2);
  const int value = result.get();
  assert(value == 1 || value == 2);
  a.join();
  b.join();
}
