// RUN: %expect %s
// Two threads take two mutexes in opposite orders.
// EXPECT: deadlock
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 100;
};

static void transfer(Account &from, Account &to, int amount) {
  std::lock_guard<std::mutex> first(from.mutex);
  std::lock_guard<std::mutex> second(to.mutex); // BUG: deadlock
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  Account a, b;
  std::thread there([&] { transfer(a, b, 10); });
  std::thread back([&] { transfer(b, a, 20); });
  there.join();
  back.join();
}
